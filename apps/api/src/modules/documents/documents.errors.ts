/** A document that cannot be stored as it is; the caller rejects it and goes on with the others. */
export class InvalidDocumentError extends Error {
  override readonly name = 'InvalidDocumentError'
  readonly code = 'documents.invalid'
}

/** An import that does not exist, or a batch that does not begin where the last one ended. */
export class ImportStateError extends Error {
  override readonly name = 'ImportStateError'
  readonly code: 'imports.not_found' | 'imports.out_of_order' | 'imports.finished'

  constructor(code: ImportStateError['code'], message: string) {
    super(message)
    this.code = code
  }
}
