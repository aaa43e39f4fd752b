/** Where a page of a list ended; the next one has what lies behind it. */
export interface PositionCursor {
  /** What the list is ordered by: whole numbers, parted by dots. */
  position: string
  /** Number of the page that begins after it, so that pages go on counting. */
  page: number
  /** Items of all pages when the first was read: counting a long list costs more than reading a page of it. */
  total: number
}

/** Opaque to clients. */
export function writePositionCursor({ position, page, total }: PositionCursor): string {
  return Buffer.from(JSON.stringify([page, position, total])).toString('base64url')
}

/** Null for a text that no page gave. */
export function readPositionCursor(cursor: string): PositionCursor | null {
  const [page, position, total] = parse(cursor)
  if (!isWhole(page, 2, 100_000) || !isWhole(total, 1, 1_000_000_000)) return null
  if (typeof position !== 'string' || !/^\d{1,18}(\.\d{1,18})?$/.test(position)) return null
  return { page, position, total }
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
