import { type RawBuilder, sql } from 'kysely'

/** The order of a list that an administrator requested. */
export interface Sorting {
  column: string
  direction: 'asc' | 'desc'
}

/** Missing values come last in both directions; ids break ties, so that pages neither repeat nor omit rows. */
export function orderBy({ column, direction }: Sorting, id = 'id'): RawBuilder<unknown> {
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`order by ${sql.ref(column)} ${order} nulls last, ${sql.ref(id)}`
}

/** A condition that finds a text anywhere, with its wildcards escaped. */
export function containing(column: string, text: string | null): RawBuilder<unknown> {
  if (text === null) return sql`true`
  const pattern = `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${sql.ref(column)} like ${pattern}`
}
