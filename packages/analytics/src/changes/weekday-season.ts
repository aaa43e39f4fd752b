import type { WeekdayProfile } from '@auspex/sdk/types'
import { z95 } from '../series/interval.ts'

/** Minimum number of days for a weekly pattern. */
const minDays = 28
const week = 7
/** The 95% quantile of a normal distribution, of one side. */
const oneSided95 = 1.64
/** A day counts as at most this many times the level around it: outliers. */
const maxRatio = 3
/** Factors divide, so none may be 0. */
const minLevel = 0.02

/** The level of each weekday relative to a usual day, and whether it is more than chance. */
export interface WeekdaySeason {
  /** Seven factors with mean 1, starting with the weekday of the series' first day. All 1 when the week does not repeat. */
  factors: number[]
  /** Whether the week repeats. Null with too few days that can be compared. */
  repeats: boolean | null
  /** The seven factors as measured, repeating or not, with 95 % bounds; null with too few days. */
  levels: { level: number; low: number; high: number }[] | null
}

/**
 * Weekday factors of a daily series: the level of a weekday over the average of the seven days around it, counts over exposure. They count as a
 * season when the days relative to their week repeat after 7 and 14 days: both autocorrelations above 1.64/√n and, at 7, above those of the
 * neighbouring lags (the ACF rule). Outliers are capped at three times the surrounding level.
 */
export function weekdaySeason({
  counts,
  exposure,
}: {
  counts: readonly (number | null)[]
  exposure?: readonly (number | null)[]
}): WeekdaySeason {
  const flat = Array.from({ length: week }, () => 1)
  if (counts.length < minDays) return { factors: flat, repeats: null, levels: null }
  const { ratios, weights } = ratiosToWeek(counts, exposure)
  const levels = measureLevels(ratios, weights)
  if (levels === null) return { factors: flat, repeats: null, levels }
  const at = (lag: number) => autocorrelation(ratios, weights, lag)
  const limit = oneSided95 / Math.sqrt(counts.length)
  const repeats = at(week) > limit && at(2 * week) > limit && at(week) > Math.max(at(week - 1), at(week + 1))
  return { factors: repeats ? levels.map(({ level }) => level) : flat, repeats, levels }
}

/** Each day over the mean of the seven days around it, minus 1; the weight is that mean, 0 where it is unknown. */
function ratiosToWeek(counts: readonly (number | null)[], exposure: readonly (number | null)[] | undefined) {
  const ratios = new Float64Array(counts.length)
  const weights = new Float64Array(counts.length)
  for (let day = 3; day < counts.length - 3; day++) {
    let count = 0
    let total = 0
    let covered = 0
    for (let near = day - 3; near <= day + 3; near++) {
      const nearCount = counts[near] ?? null
      const nearTotal = exposure === undefined ? 1 : (exposure[near] ?? null)
      if (nearCount === null || nearTotal === null || nearTotal <= 0) continue
      count += nearCount
      total += nearTotal
      covered++
    }
    const dayCount = counts[day] ?? null
    const ownTotal = exposure === undefined ? 1 : (exposure[day] ?? 0)
    if (covered < week || dayCount === null || ownTotal <= 0 || count === 0) continue
    const expected = (count / total) * ownTotal
    ratios[day] = Math.min(maxRatio, dayCount / expected) - 1
    weights[day] = expected
  }
  return { ratios, weights }
}

function autocorrelation(values: Float64Array, weights: Float64Array, lag: number): number {
  let product = 0
  let square = 0
  for (let index = 0; index < values.length; index++) {
    if ((weights[index] ?? 0) === 0) continue
    square += (values[index] ?? 0) ** 2
    if (index >= lag && (weights[index - lag] ?? 0) > 0) product += (values[index] ?? 0) * (values[index - lag] ?? 0)
  }
  return square === 0 ? 0 : product / square
}

/**
 * Mean ratio of each weekday with the standard error of a ratio of sums. High days are weighted by the root of their level: they carry more
 * information, but one loud week does not decide. Null when a weekday has fewer than two days.
 */
function measureLevels(ratios: Float64Array, weights: Float64Array): WeekdaySeason['levels'] {
  const measured: { level: number; error: number }[] = []
  for (let weekday = 0; weekday < week; weekday++) {
    let days = 0
    let total = 0
    let weighted = 0
    for (let index = weekday; index < ratios.length; index += week) {
      const weight = Math.sqrt(weights[index] ?? 0)
      if (weight === 0) continue
      days++
      total += weight
      weighted += weight * ((ratios[index] ?? 0) + 1)
    }
    if (days < 2) return null
    const level = Math.max(minLevel, weighted / total)
    let squares = 0
    for (let index = weekday; index < ratios.length; index += week)
      squares += (weights[index] ?? 0) * ((ratios[index] ?? 0) + 1 - level) ** 2
    measured.push({ level, error: Math.sqrt(squares) / total })
  }
  const mean = measured.reduce((sum, { level }) => sum + level, 0) / week
  return measured.map(({ level, error }) => ({
    level: level / mean,
    low: Math.max(0, level - z95 * error) / mean,
    high: (level + z95 * error) / mean,
  }))
}

/** One day of a topic. */
export interface CoveredDay {
  day: string
  documents: number
  /** All documents of complete sources that cover the day; null when no measured source is complete. */
  total: number | null
  /** Matching documents among `total`; null when that is null or 0. */
  share: number | null
  /** Whether any source covers the day. */
  isCovered: boolean
}

const method = 'ratio to the seven days around, autocorrelation at 7 and 14 days'

/** The level of each weekday relative to the mean of the week, Monday first. Shares are compared if the source totals are known on every day. */
export function buildWeekdays(days: readonly CoveredDay[]): WeekdayProfile {
  const isShare = days.every(({ total }) => total !== null)
  const { repeats, levels } = weekdaySeason({
    counts: days.map(({ documents, share, total, isCovered }) =>
      isShare ? (share === null || total === null ? null : share * total) : isCovered ? documents : null,
    ),
    ...(isShare && { exposure: days.map(({ total }) => total) }),
  })
  const weeks = Math.floor(days.length / week)
  const first = days[0]
  if (first === undefined || levels === null)
    return {
      repeats: null,
      weekdays: [],
      weeks,
      method,
      reason:
        days.length < minDays
          ? 'There are fewer than four weeks to compare.'
          : 'Too few days are covered, or have documents, to compare weekdays.',
    }
  // Monday is 1
  const begin = new Date(`${first.day}T00:00:00Z`).getUTCDay() || week
  const weekdays = levels.map(({ level, low, high }, index) => ({
    weekday: ((begin - 1 + index) % week) + 1,
    level: roundLevel(level, week),
    low: roundLevel(low, week),
    high: roundLevel(high, 1_000),
    documents: days.reduce((sum, { documents }, at) => sum + (at % week === index ? documents : 0), 0),
  }))
  return { repeats, weekdays: weekdays.toSorted((a, b) => a.weekday - b.weekday), weeks, method, reason: null }
}

function roundLevel(value: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(value * 10_000) / 10_000))
}
