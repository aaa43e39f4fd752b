const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

export interface PublishedAt {
  /** Milliseconds since 1970. */
  epochMs: number
  precision: 'second' | 'day'
}

/**
 * Reads an ISO 8601 date or date and time. Without an offset the time is taken as UTC; fractions of a second are
 * dropped; a bare date has the precision `day`. Returns null for anything else, and for days that do not exist.
 */
export function parsePublishedAt(text: string): PublishedAt | null {
  const match = iso.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second, zone] = match
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const [h, min, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)]
  // A leap second is written as :60 and counted as :59, as every database does.
  if (m < 1 || m > 12 || d < 1 || d > daysInMonth(y, m) || h > 23 || min > 59 || s > 60) return null
  const utc = Date.UTC(y, m - 1, d, h, min, Math.min(s, 59))
  return { epochMs: utc - offsetMs(zone), precision: hour === undefined ? 'day' : 'second' }
}

/** Writes milliseconds since 1970 as `2026-01-31T08:00:00Z`. */
export function toIsoSecond(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function offsetMs(zone: string | undefined): number {
  if (!zone || zone.length < 5) return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000
}
