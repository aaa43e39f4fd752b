import { type PageRequest, toPageInfo, toPageRequest } from '../../kernel/page.ts'
import { readPositionCursor, writePositionCursor } from '../../kernel/position-cursor.ts'
import type { Sorting } from '../users/index.ts'
import { cursorInvalid } from './administration.errors.ts'

/** `-` and nothing mean all. */
export function toFilter(id: string | undefined): string | null {
  return id === undefined || id === '-' ? null : id
}

/** Texts begin at A, times at the newest, and numbers at the largest, unless the direction is named. */
export function toSorting<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  { sort, direction }: { sort: Name; direction?: 'asc' | 'desc' | undefined },
): Sorting {
  const isText = sort === 'name' || sort === 'lastName' || sort === 'email' || sort === 'title'
  return { column: columns[sort], direction: direction ?? (isText ? 'asc' : 'desc') }
}

/**
 * A page of a list whose order people choose: its cursor is the number of the next page, for no one position lies in every order. Throws
 * `request.cursor_invalid`.
 */
export async function readPage<Item>(
  query: { page?: number | undefined; perPage?: number | undefined; cursor?: string | undefined },
  list: { items(page: PageRequest): Promise<Item[]>; count(): Promise<number> },
) {
  const asked = toPageRequest(query)
  const cursor = query.cursor === undefined ? null : readPositionCursor(query.cursor)
  if (query.cursor !== undefined && cursor === null) throw cursorInvalid()
  const page = { page: cursor?.page ?? asked.page, perPage: asked.perPage }
  const [items, total] = await Promise.all([list.items(page), list.count()])
  const hasMore = page.page * page.perPage < total
  const next = hasMore ? writePositionCursor({ position: '0', page: page.page + 1, total }) : null
  return { items, page: toPageInfo(page, total, next) }
}
