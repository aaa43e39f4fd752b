import { OutageError } from '../../kernel/errors.ts'
import { DatabaseFullError, StatementTimeoutError } from '../database/database.errors.ts'

/** Maximum milliseconds per query, as on PostgreSQL; an update of rows may take longer. */
export const timeoutMs = 15_000

/** Documents, or a shard of them, are temporarily unreachable; retrying is worthwhile. */
export class DocumentsUnreachableError extends OutageError {
  override readonly name = 'DocumentsUnreachableError'

  constructor(cause: Error) {
    super({
      code: 'documents.unreachable',
      title: 'A part of the library cannot be reached',
      detail: 'Numbers without its documents would be wrong, so none are returned. Try again in a few seconds.',
      retryAfterSeconds: 5,
      cause,
    })
  }
}

const timeoutCode = 159
const fullCode = 243

/** Converts a ClickHouse error by its number in ClickHouse's list of errors. */
export function toClickhouseError(message: string, code = Number(/^Code: (\d+)\./.exec(message)?.[1])): Error {
  const error = new Error(message)
  error.name = 'ClickhouseError'
  if (code === timeoutCode) return new StatementTimeoutError(timeoutMs)
  if (code === fullCode) return new DatabaseFullError(error)
  return error
}
