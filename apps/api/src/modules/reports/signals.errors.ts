import type { QueryError, QuestionConflict } from '@auspex/analytics'
import { CodedError } from '../../kernel/errors.ts'

/** The terms cannot be parsed; the column counts from 1 in the tidied term. */
export function queryUnreadable(error: QueryError, pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_unreadable',
    title: error.message,
    detail: `Column ${error.column}: ${error.hint}`,
    fields: [{ in: 'body', pointer, message: `Column ${error.column}: ${error.message} ${error.hint}` }],
  })
}

/** The query is well-formed but cannot be satisfied. */
export function queryInvalid({ pointer, message }: { pointer: string; message: string }): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: message,
    fields: [{ in: 'body', pointer, message }],
  })
}

/** Fields of the query contradict each other, or a required companion field is missing. */
export function queryContradictory(conflicts: readonly QuestionConflict[], at: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: conflicts[0]?.message ?? 'The query contradicts itself',
    fields: conflicts.map(({ field, message }) => ({ in: 'body', pointer: `${at}/${field}`, message })),
  })
}

/** The last day in the URL is before the first. */
export function daysReversed(): CodedError {
  const message = 'The last day is before the first day.'
  return new CodedError({
    kind: 'invalid',
    code: 'signals.query_invalid',
    title: message,
    fields: [{ in: 'query', pointer: '/to', message }],
  })
}

/** The signal has never been searched here. */
export function signalNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'signals.not_found',
    title: 'There is no such signal',
    detail: 'Search the topic first; its signal id is in the answer.',
  })
}

/** A summary was requested for a term that no document contains. */
export function nothingToSumUp(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'signals.no_documents',
    title: 'No document of the library matches this term',
    detail: 'Search the term so that the sources are asked, or import documents.',
  })
}

/** The library does not hold the document. */
export function documentNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'signals.no_document',
    title: 'The library does not contain this document',
    detail: 'Its source may have deleted it; list the documents of the signal again.',
  })
}
