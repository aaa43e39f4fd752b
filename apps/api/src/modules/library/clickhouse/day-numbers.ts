import { ch } from '../../../adapters/clickhouse/statement.ts'

const dayMs = 86_400_000

/** SQL for a document's day number: UTC days since 1970, negative before. ClickHouse's `Date32` starts in 1900, and `intDiv` rounds towards 0. */
export const dayNumberSql = ch`toInt32(floor(ms / 86400000))`

/** The day number of a time in milliseconds. */
export function dayNumberOfTime(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** The day (`YYYY-MM-DD`) of a day number. */
export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}

/** The day number of a day (`YYYY-MM-DD`). */
export function dayNumberOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

/** The day (`YYYY-MM-DD`) of a time in milliseconds. */
export function dayOfTime(ms: number): string {
  return dayOfNumber(dayNumberOfTime(ms))
}
