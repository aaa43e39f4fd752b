import { CodedError } from '../../../kernel/errors.ts'

/** It does not exist, belongs to someone else, or its file has expired. */
export function exportNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'exports.not_found',
    title: 'There is no such export',
    detail: 'Files are kept for seven days; start the export again.',
  })
}

export function formatNotMade(kind: string, formats: readonly string[]): CodedError {
  const message = `A ${kind} is exported as ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(formats)}.`
  return new CodedError({
    kind: 'invalid',
    code: 'exports.format_not_made',
    title: `A ${kind} has no such format`,
    detail: message,
    fields: [{ in: 'body', pointer: '/format', message }],
  })
}

export function idDoesNotFit(kind: string, prefix: string): CodedError {
  const message = `The id of a ${kind} begins with ${prefix}.`
  return new CodedError({
    kind: 'invalid',
    code: 'exports.id_does_not_fit',
    title: `This is no id of a ${kind}`,
    detail: message,
    fields: [{ in: 'body', pointer: '/id', message }],
  })
}

export function tooManyExports(limit: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'exports.too_many',
    title: `${limit} exports of yours are being made`,
    detail: 'Wait until one of them is complete.',
  })
}

export function fileNotThere(reason: string | null): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: reason === null ? 'exports.not_complete' : 'exports.failed',
    title: reason === null ? 'The file is still being made' : 'The file could not be made',
    detail: reason ?? 'Ask for the export until its status is complete.',
  })
}

/** The reason a file cannot be made, worded for the person who requested it. Other failures do not reveal their cause. */
export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal'
}
