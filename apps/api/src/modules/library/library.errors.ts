import { refusal } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'

/** A document that cannot be stored as it is; the caller rejects it and continues with the others. */
export class InvalidDocumentError extends Error {
  override readonly name = 'InvalidDocumentError'
  readonly code = 'documents.invalid'
}

/** An import that does not exist, or a batch that does not continue where the last one ended. */
export class ImportStateError extends Error {
  override readonly name = 'ImportStateError'
  readonly code: 'imports.not_found' | 'imports.out_of_order' | 'imports.finished' | 'imports.contents_unknown'

  constructor(code: ImportStateError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The library does not have the document. */
export function documentNotFound(): CodedError {
  return new CodedError({ kind: 'not_found', ...refusal('documents.not_found') })
}

/** The document was not deleted, or came back. */
export function documentNotDeleted(): CodedError {
  return new CodedError({ kind: 'not_found', ...refusal('documents.not_deleted') })
}

/** Refuses a query whose words are too frequent for the text comparison it needs. */
export function queryTooCostly({ text, documents }: { text: string; documents: number }): CodedError {
  const count = Number(documents.toPrecision(2)).toLocaleString('en-US')
  return new CodedError({
    kind: 'invalid',
    code: 'documents.query_too_costly',
    title: 'This query would take too long',
    detail: `Its costliest part is ${text}, which about ${count} documents may hold. Replace its most frequent words with rarer ones, leave it out, or join the words with AND.`,
  })
}

export type DocumentLocation = 'postgresql' | 'clickhouse'

/** The library was opened with a store that does not have its documents. */
export class DocumentLocationError extends Error {
  override readonly name = 'DocumentPlaceError'

  constructor(location: DocumentLocation) {
    super(
      location === 'clickhouse'
        ? 'The documents of this library are in ClickHouse, but AUSPEX_DOCUMENTS does not say where. Restore the setting, or move them back first: npm run move -- --help.'
        : 'The documents of this library are in PostgreSQL, but AUSPEX_DOCUMENTS names another store. Move them there first: npm run move -- --help.',
    )
  }
}
