import { median } from 'simple-statistics'
import type { DayValue } from '../series/daily-series.ts'

/** How a daily series is compared: changes of its logarithm, of its logarithm plus one (counts), or of the value itself (tone). */
export type ChangeOf = 'log' | 'log-count' | 'value'

/** Changes of two series over the same days, without the weekday effect. */
export interface PairedChanges {
  first: Float64Array
  second: Float64Array
}

/** The longest step in days over which a change is taken: a long weekend of an exchange. */
const maxStepDays = 5

/**
 * Pairs the changes of two daily series, the first one `lag` days earlier than the second. A change runs from the previous day on which the second is
 * known (the last trading day) to this one, for both over the same number of days. The median of each weekday is subtracted and values beyond four
 * robust standard deviations are clipped, so that one loud day decides nothing. Both series begin on the same day and have no missing day.
 */
export function pairChanges(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
  lag: number,
  season = 7,
): PairedChanges {
  const [xs, ys, weekdays]: [number[], number[], number[]] = [[], [], []]
  const maxStep = season === 1 ? 1 : maxStepDays
  let before: number | null = null
  for (const [at, value] of second.entries()) {
    if (value === null) continue
    const from = before
    before = at
    if (from === null || at - from > maxStep) continue
    const [start, end, base] = [first[from - lag], first[at - lag], second[from]]
    if (start == null || end == null || base == null) continue
    xs.push(end - start)
    ys.push(value - base)
    weekdays.push(at % season)
  }
  return { first: treat(xs, weekdays), second: treat(ys, weekdays) }
}

/** The values on the scale on which their changes are compared; a price of 0 or below is treated as unknown. */
export function onChangeScale(days: readonly DayValue[], change: ChangeOf): (number | null)[] {
  return days.map(({ value }) => {
    if (value === null) return null
    if (change === 'log') return value > 0 ? Math.log(value) : null
    return change === 'log-count' ? Math.log1p(value) : value
  })
}

function treat(values: readonly number[], weekdays: readonly number[]): Float64Array {
  const byWeekday: number[][] = Array.from({ length: 7 }, () => [])
  for (const [index, weekday] of weekdays.entries()) byWeekday[weekday]?.push(values[index] ?? 0)
  const usual = byWeekday.map((changes) => (changes.length === 0 ? 0 : median(changes)))
  const rest = Float64Array.from(values, (value, index) => value - (usual[weekdays[index] ?? 0] ?? 0))
  const limit = 4 * robustDeviation(rest)
  return limit === 0 ? rest : rest.map((value) => Math.max(-limit, Math.min(limit, value)))
}

/** 1.4826 times the median absolute value, which is the standard deviation of a normal distribution; 0 when most values are 0. */
function robustDeviation(values: Float64Array): number {
  const sizes = values.map(Math.abs).toSorted()
  return 1.4826 * (sizes[Math.floor(sizes.length / 2)] ?? 0)
}
