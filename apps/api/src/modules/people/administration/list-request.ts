import { type RawBuilder, sql } from 'kysely'
import {
  type PageRequest,
  readPositionCursor,
  toPageInfo,
  toPageRequest,
  writePositionCursor,
} from '../../../kernel/page.ts'
import { administrationCursorInvalid } from '../people.errors.ts'

/** `-` and an absent id mean all. */
export function toFilter(id: string | undefined): string | null {
  return id === undefined || id === '-' ? null : id
}

/** Default directions: texts ascending, times from the newest, numbers from the largest. */
export function toSorting<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  { sort, direction }: { sort: Name; direction?: 'asc' | 'desc' | undefined },
): Sorting {
  const isText = sort === 'name' || sort === 'lastName' || sort === 'email' || sort === 'title'
  return { column: columns[sort], direction: direction ?? (isText ? 'asc' : 'desc') }
}

/**
 * A page of a list with a selectable order: its cursor is the number of the next page, because no single position is valid in every order. Throws
 * `request.cursor_invalid`.
 */
export async function readPage<Item>(
  query: { page?: number | undefined; perPage?: number | undefined; cursor?: string | undefined },
  list: { items(page: PageRequest): Promise<Item[]>; count(): Promise<number> },
) {
  const pageRequest = toPageRequest(query)
  const cursor = query.cursor === undefined ? null : readPositionCursor(query.cursor)
  if (query.cursor !== undefined && cursor === null) throw administrationCursorInvalid()
  const page = { page: cursor?.page ?? pageRequest.page, perPage: pageRequest.perPage }
  const [items, total] = await Promise.all([list.items(page), list.count()])
  const hasMore = page.page * page.perPage < total
  const next = hasMore ? writePositionCursor({ position: '0', page: page.page + 1, total }) : null
  return { items, page: toPageInfo(page, total, next) }
}

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
