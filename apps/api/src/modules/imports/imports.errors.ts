import { CodedError, type FailureKind } from '../../kernel/errors.ts'
import { ImportStateError, InvalidDocumentError } from '../documents/index.ts'

const kinds: Record<ImportStateError['code'], FailureKind> = {
  'imports.not_found': 'not_found',
  'imports.out_of_order': 'conflict',
  'imports.finished': 'conflict',
  'imports.contents_unknown': 'conflict',
}

/** Gives a failure of the library the name that the contract has for it; throws everything else on. */
export function toCodedError(error: unknown): never {
  if (error instanceof ImportStateError) {
    throw new CodedError({ kind: kinds[error.code], code: error.code, title: error.message, cause: error })
  }
  if (error instanceof InvalidDocumentError) {
    throw new CodedError({ kind: 'invalid', code: error.code, title: error.message, cause: error })
  }
  throw error
}
