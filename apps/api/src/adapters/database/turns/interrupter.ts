import type { PoolClient } from 'pg'

/** Cancels statements of an engine from outside. A cancelled one fails with `query_canceled` (57014), and its connection survives. */
export interface Interrupter {
  /** Requests the cancellation of this connection's running statement. */
  interrupt(client: PoolClient): void
  /** Resolves when no requested cancellation can reach a later statement of the connection. */
  settle(client: PoolClient): Promise<void>
}

/** PostgreSQL's code of a cancelled statement (appendix A of its manual). */
const queryCanceled = '57014'

export function isInterrupted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === queryCanceled
}
