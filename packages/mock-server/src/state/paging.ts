/** Writes where the next slice of a list begins: behind an item. Opaque to clients, as those of the server are. */
function writeCursor(collection: string, id: string): string {
  return encodeURIComponent(`${collection} ${id}`).replaceAll('.', '%2E').replaceAll('%', '.')
}

/** The id of the item behind which a slice begins; null for what no list of this collection gave out. */
export function readCursor(collection: string, cursor: string): string | null {
  try {
    const text = decodeURIComponent(cursor.replaceAll('.', '%'))
    return text.startsWith(`${collection} `) ? text.slice(collection.length + 1) : null
  } catch {
    return null // a percent sign that begins nothing
  }
}

/** What a request says of the slice that it wants. */
export interface SliceQuery {
  page: number
  perPage: number
  /** Null when the request has none. */
  cursor: string | null
  /** Whether the operation takes one, and so gives the next. */
  takesCursor: boolean
  /** Of which the list is. */
  collection: string
}

/** The envelope's `page`. */
export interface PageInfo {
  page: number
  perPage: number
  total: number
  totalPages: number
  nextCursor: string | null
}

/** Takes a slice of a list. A cursor names the last item of the slice before, so that new items do not move it; an unknown one gives nothing. */
export function slice<T>(
  items: readonly T[],
  { page, perPage, cursor, takesCursor, collection }: SliceQuery,
  idOf: (item: T) => string,
): { items: T[]; page: PageInfo } {
  const before = cursor === null ? -1 : items.findIndex((item) => idOf(item) === readCursor(collection, cursor))
  const start = cursor === null ? (page - 1) * perPage : before === -1 ? items.length : before + 1
  const part = items.slice(start, start + perPage)
  const last = part.at(-1)
  const hasMore = start + perPage < items.length
  return {
    items: part,
    page: {
      page: cursor === null ? page : Math.floor(start / perPage) + 1,
      perPage,
      total: items.length,
      totalPages: Math.ceil(items.length / perPage),
      nextCursor: takesCursor && hasMore && last !== undefined ? writeCursor(collection, idOf(last)) : null,
    },
  }
}
