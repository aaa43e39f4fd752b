import { CodedError } from '../../kernel/errors.ts'

/** The report has no number there. */
export function noSuchNumber(pointer: string): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'claims.no_number',
    title: 'The report has no number there',
    detail: `${pointer.slice(0, 200)} leads to no number of the report as it is now; read the report again.`,
  })
}

/** The library does not hold the document. */
export function noSuchDocument(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'claims.no_document',
    title: 'The library does not hold this document',
    detail: 'Its source may have deleted it; list the documents of the signal again.',
  })
}
