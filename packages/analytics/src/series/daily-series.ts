/** A value of one UTC day, YYYY-MM-DD; null where nothing is known. */
export interface DayValue {
  day: string
  value: number | null
}

const dayMs = 86_400_000

/** The day `count` days after `day` (before, when negative). Throws `RangeError` for a text that is no YYYY-MM-DD. */
export function addDays(day: string, count: number): string {
  return toDay(toMs(day) + count * dayMs)
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / dayMs
}

/**
 * Fills sparse rows to one value a day from `from` to `to`, both included. Rows of one day are added up.
 *
 * `missing` says what a day without a row is: 0 when the source was asked and had nothing, null when it was not asked.
 * `uncovered` days are null whatever the rows say: a gap in coverage is no fall in interest.
 */
export function toDailySeries({
  rows,
  from,
  to,
  missing,
  uncovered = new Set(),
}: {
  rows: readonly { day: string; value: number }[]
  from: string
  to: string
  missing: 0 | null
  uncovered?: ReadonlySet<string>
}): DayValue[] {
  const values = new Map<string, number>()
  for (const row of rows) values.set(row.day, (values.get(row.day) ?? 0) + row.value)
  const start = toMs(from)
  const length = Math.max(0, daysBetween(from, to) + 1)
  return Array.from({ length }, (_, index) => {
    const day = toDay(start + index * dayMs)
    return { day, value: uncovered.has(day) ? null : (values.get(day) ?? missing) }
  })
}

function toMs(day: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms) || toDay(ms) !== day) throw new RangeError(`not a day: ${day}`)
  return ms
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
