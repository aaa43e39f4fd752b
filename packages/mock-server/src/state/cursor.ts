/** Writes where the next slice of a list begins: behind an item. Opaque to clients, as those of the server are. */
export function writeCursor(collection: string, id: string): string {
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
