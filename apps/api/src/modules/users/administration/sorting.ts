import { type RawBuilder, sql } from 'kysely'

/** The order of a list as an administrator asks for it. */
export interface Sorting {
  column: string
  direction: 'asc' | 'desc'
}

/** What has no value comes last in both directions; ids decide between equals, so that pages neither repeat nor leave out. */
export function orderBy({ column, direction }: Sorting, id = 'id'): RawBuilder<unknown> {
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`order by ${sql.ref(column)} ${order} nulls last, ${sql.ref(id)}`
}

/** A condition that finds a text anywhere, without its wildcards. */
export function containing(column: string, text: string | null): RawBuilder<unknown> {
  if (text === null) return sql`true`
  const pattern = `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${sql.ref(column)} like ${pattern}`
}
