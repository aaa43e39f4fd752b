import { addDays, daysBetween, listDays } from '@auspex/contract/days'

export { addDays, daysBetween }

/** A value of one UTC day, YYYY-MM-DD; null where it is unknown. */
export interface DayValue {
  day: string
  value: number | null
}

/**
 * Fills sparse rows to one value a day from `from` to `to`, both inclusive. Rows of the same day are added up.
 *
 * `missing` is the value of a day without a row: 0 when the source was read and had nothing, null when it was not read.
 * `uncovered` days are null whatever the rows contain: a gap in coverage is not a fall in interest.
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
  return listDays(from, to).map((day) => ({ day, value: uncovered.has(day) ? null : (values.get(day) ?? missing) }))
}
