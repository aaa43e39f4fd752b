import { cursorInvalid } from './security-events.errors.ts'

/** The event that a page ended with; the next page has what was stored before it. */
export interface SecurityEventPosition {
  position: string
  /** Number of the page that begins after it, so that pages go on counting. */
  page: number
  /** Events of all pages when the first was read: counting a long log costs more than reading a page of it. */
  total: number
}

/** Opaque to clients. */
export function writeSecurityCursor({ position, page, total }: SecurityEventPosition): string {
  return Buffer.from(JSON.stringify([page, position, total])).toString('base64url')
}

/** Throws `security.cursor_invalid` for a text that no page gave. */
export function readSecurityCursor(cursor: string): SecurityEventPosition {
  const [page, position, total] = parse(cursor)
  if (!isWhole(page, 2, 100_000) || !isWhole(total, 1, 1_000_000_000)) throw cursorInvalid()
  if (typeof position !== 'string' || !/^[1-9]\d{0,17}$/.test(position)) throw cursorInvalid()
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
