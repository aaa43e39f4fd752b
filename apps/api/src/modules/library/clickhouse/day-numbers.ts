import { ch } from '../../../adapters/clickhouse/statement.ts'

const dayMs = 86_400_000

/** A document's day in UTC as days since 1970, negative before. ClickHouse's date type starts at 1900, and `intDiv` rounds towards 0. */
export const dayNumber = ch`toInt32(floor(ms / 86400000))`

/** The same for a time in milliseconds. */
export function toDayNumber(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** The day of a day number (`YYYY-MM-DD`). */
export function toDay(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}

export function parseDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

/** The day of a time in milliseconds. */
export function dayOf(ms: number): string {
  return toDay(toDayNumber(ms))
}
