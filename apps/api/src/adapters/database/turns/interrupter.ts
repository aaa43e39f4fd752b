import type { PoolClient } from 'pg'

/** Stops statements of an engine from outside. The stopped one fails with `query_canceled` (57014), its connection lives on. */
export interface Interrupter {
  /** Asks the engine to stop what this connection runs. */
  interrupt(client: PoolClient): void
  /** Resolves when nothing that was asked for can reach a later statement of the connection. */
  settle(client: PoolClient): Promise<void>
}

/** PostgreSQL's code of a statement that was stopped (appendix A of its manual). */
const queryCanceled = '57014'

export function isInterrupted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === queryCanceled
}
