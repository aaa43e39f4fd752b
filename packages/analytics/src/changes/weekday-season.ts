import { z95 } from '../series/interval.ts'

/** A weekly pattern is looked for in at least this many days. */
const leastDays = 28
const week = 7

/** How much each weekday holds of a usual day, and whether that is more than chance. */
export interface WeekdaySeason {
  /** Seven factors with mean 1, of the weekday of the series' first day first. All 1 when the week does not repeat. */
  factors: number[]
  /** Whether the week repeats. Null when there are too few days to tell. */
  repeats: boolean | null
  /** The seven factors as measured, repeating or not, with 95 % bounds; null when there are too few days. */
  levels: { level: number; low: number; high: number }[] | null
}

/**
 * Weekday factors of a daily series: what a weekday holds over what the seven days around it hold on average, counts over
 * exposure. Taken as a season when the days around their week repeat after 7 and 14 days: both autocorrelations above
 * 1.64/√n and, at 7, above those of the lags beside it (the ACF rule). Outliers are cut at three times the level around.
 */
export function weekdaySeason({
  counts,
  exposure,
}: {
  counts: readonly (number | null)[]
  exposure?: readonly (number | null)[]
}): WeekdaySeason {
  const flat = Array.from({ length: week }, () => 1)
  if (counts.length < leastDays) return { factors: flat, repeats: null, levels: null }
  const { ratios, weights } = againstWeek(counts, exposure)
  const at = (lag: number) => autocorrelation(ratios, weights, lag)
  const limit = 1.64 / Math.sqrt(counts.length)
  const repeats = at(week) > limit && at(2 * week) > limit && at(week) > Math.max(at(week - 1), at(week + 1))
  const levels = levelsOf(ratios, weights)
  return { factors: repeats && levels !== null ? levels.map(({ level }) => level) : flat, repeats, levels }
}

/** Each day over the mean of the seven days around it, minus 1; weight is that mean, 0 where it cannot be told. */
function againstWeek(counts: readonly (number | null)[], exposure: readonly (number | null)[] | undefined) {
  const ratios = new Float64Array(counts.length)
  const weights = new Float64Array(counts.length)
  for (let day = 3; day < counts.length - 3; day++) {
    let count = 0
    let total = 0
    let covered = 0
    for (let near = day - 3; near <= day + 3; near++) {
      const n = counts[near] ?? null
      const e = exposure === undefined ? 1 : (exposure[near] ?? null)
      if (n === null || e === null || e <= 0) continue
      count += n
      total += e
      covered++
    }
    const own = counts[day] ?? null
    const ownTotal = exposure === undefined ? 1 : (exposure[day] ?? 0)
    if (covered < week || own === null || ownTotal <= 0 || count === 0) continue
    const expected = (count / total) * ownTotal
    ratios[day] = Math.min(3, own / expected) - 1
    weights[day] = expected
  }
  return { ratios, weights }
}

function autocorrelation(values: Float64Array, weights: Float64Array, lag: number): number {
  let product = 0
  let square = 0
  for (let at = 0; at < values.length; at++) {
    if ((weights[at] ?? 0) === 0) continue
    square += (values[at] ?? 0) ** 2
    if (at >= lag && (weights[at - lag] ?? 0) > 0) product += (values[at] ?? 0) * (values[at - lag] ?? 0)
  }
  return square === 0 ? 0 : product / square
}

/**
 * Mean ratio of each weekday with the standard error of a ratio of sums. High days weigh with the root of their level: they
 * tell more, but one loud week does not decide. Null when a weekday has fewer than two days.
 */
function levelsOf(ratios: Float64Array, weights: Float64Array): WeekdaySeason['levels'] {
  const measured: { level: number; error: number }[] = []
  for (let weekday = 0; weekday < week; weekday++) {
    let days = 0
    let total = 0
    let weighted = 0
    for (let at = weekday; at < ratios.length; at += week) {
      const weight = Math.sqrt(weights[at] ?? 0)
      if (weight === 0) continue
      days++
      total += weight
      weighted += weight * ((ratios[at] ?? 0) + 1)
    }
    if (days < 2) return null
    const level = Math.max(0.02, weighted / total)
    let squares = 0
    for (let at = weekday; at < ratios.length; at += week)
      squares += (weights[at] ?? 0) * ((ratios[at] ?? 0) + 1 - level) ** 2
    measured.push({ level, error: Math.sqrt(squares) / total })
  }
  const mean = measured.reduce((sum, { level }) => sum + level, 0) / week
  return measured.map(({ level, error }) => ({
    level: level / mean,
    low: Math.max(0, level - z95 * error) / mean,
    high: (level + z95 * error) / mean,
  }))
}
