/** One row as the driver returns it: `jsonb` parsed, `timestamptz` as `Date`. */
export type Row = Record<string, unknown>

/**
 * The only thing this package asks of a database. `pg.Pool` fits as it is; PGlite fits when a call without
 * parameters goes to its `exec`, because a migration holds several statements.
 */
export interface Database {
  query(sql: string, params?: unknown[]): Promise<{ rows: Row[] }>
}

/** Milliseconds since 1970 UTC, like `Date.now`. Injected so that tests move time instead of waiting. */
export type Clock = () => number

/** Whether PostgreSQL takes the text: it has no NUL. Nothing that is stored can equal a text that it does not take. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** A moment as a parameter for `timestamptz`, the same for every driver. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}
