import { DatabaseFullError, DatabaseReadOnlyError, DatabaseUnreachableError } from '../database.errors.ts'

/** PostgreSQL's codes (appendix A of its manual) of a connection that it refuses or ends, and those of the network. */
const unreachable =
  /^(08...|57P0[1-5]|53[234]00|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/
const full = '53100'
const readOnly = '25006'
/** What pg says of a connection that is gone: it gives these no code. */
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * A database that is away or full by its name; any other failure as it is. `connecting`: no statement was sent, so that nothing was
 * stored. Of a connection that broke later nobody knows whether its last statement took effect.
 */
export function nameLoss(error: unknown, phase: 'connecting' | 'asking'): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === full) return new DatabaseFullError(error)
  if (code === readOnly) return new DatabaseReadOnlyError(error)
  if (unreachable.test(code) || brokenConnection.test(error.message)) return new DatabaseUnreachableError(phase, error)
  return error
}
