/** Encodes the position after an item as a cursor. Opaque to clients, like those of the server. */
function writeCursor(collection: string, id: string): string {
  return encodeURIComponent(`${collection} ${id}`).replaceAll('.', '%2E').replaceAll('%', '.')
}

/** The id of the item before the cursor; null for a cursor that no list of this collection returned. */
export function readCursor(collection: string, cursor: string): string | null {
  try {
    const text = decodeURIComponent(cursor.replaceAll('.', '%'))
    return text.startsWith(`${collection} `) ? text.slice(collection.length + 1) : null
  } catch {
    return null // an invalid percent-encoding
  }
}

/** The paging parameters of a request. */
export interface SliceQuery {
  page: number
  perPage: number
  /** Null without one. */
  cursor: string | null
  /** Whether the operation accepts one, and so returns the next. */
  takesCursor: boolean
  /** The collection of the list. */
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

/** Takes a page of a list. A cursor names the last item of the previous page, so that new items do not move it; an unknown one gives nothing. */
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
