/** A slice of a list as requested by clients. */
export interface PageRequest {
  /** From 1. */
  page: number
  perPage: number
}

/** The position of the slice in the whole list. */
export interface PageInfo extends PageRequest {
  total: number
  totalPages: number
  /** Where the next slice begins; null at the end, and on lists without cursors. */
  nextCursor: string | null
}

/** The requested page, or the first 20 items; ajv has filled in the contract's defaults, so this only satisfies the compiler. */
export function toPageRequest(query: { page?: number | undefined; perPage?: number | undefined }): PageRequest {
  return { page: query.page ?? 1, perPage: query.perPage ?? 20 }
}

/** Rows before the page begins. */
export function pageOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage
}

/** Describes the page of a list with `total` items. */
export function toPageInfo({ page, perPage }: PageRequest, total: number, nextCursor: string | null = null): PageInfo {
  return { page, perPage, total, totalPages: Math.ceil(total / perPage), nextCursor }
}

/** Where a page of a list ended; the next one starts after it. */
export interface PositionCursor {
  /** The sort position: whole numbers separated by dots. */
  position: string
  /** Number of the page that begins after it, so that page numbers continue. */
  page: number
  /** Number of items when the first page was read: counting a long list costs more than reading a page of it. */
  total: number
}

/** Encodes a cursor, which is opaque to clients. */
export function writePositionCursor({ position, page, total }: PositionCursor): string {
  return Buffer.from(JSON.stringify([page, position, total])).toString('base64url')
}

/** Decodes a cursor; null for a text that is not one. */
export function readPositionCursor(cursor: string): PositionCursor | null {
  const [page, position, total] = decodeCursor(cursor)
  if (!isWhole(page, 2, 100_000) || !isWhole(total, 1, 1_000_000_000)) return null
  if (typeof position !== 'string' || !/^\d{1,18}(\.\d{1,18})?$/.test(position)) return null
  return { page, position, total }
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** The parts of an opaque cursor; none for a text that is not one. */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
