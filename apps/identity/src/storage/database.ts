/** One row as the driver returns it: `jsonb` parsed, `timestamptz` as `Date`. */
export type Row = Record<string, unknown>

/**
 * All that this package requires of a database. `pg.Pool` implements it directly; PGlite does if calls without
 * parameters go to its `exec`, because a migration contains several statements.
 */
export interface Database {
  query(sql: string, params?: unknown[]): Promise<{ rows: Row[] }>
}

/** Milliseconds since 1970 UTC, like `Date.now`. Injected so that tests move time instead of waiting. */
export type Clock = () => number

/** Whether PostgreSQL can store the text: it must not contain NUL. No stored value can equal a text that contains one. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** A time as a parameter for `timestamptz`, the same for every driver. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}
