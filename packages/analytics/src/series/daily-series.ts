import { addDays, daysBetween, listDays } from '@auspex/contract/days'

export { addDays, daysBetween }

/** A value of one UTC day, YYYY-MM-DD; null where nothing is known. */
export interface DayValue {
  day: string
  value: number | null
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
  return listDays(from, to).map((day) => ({ day, value: uncovered.has(day) ? null : (values.get(day) ?? missing) }))
}
