import { gammaln } from 'simple-statistics'
import { z95 } from './interval.ts'

/** Documents a day of one source: those that match, and all of them. Both arrays have the same length, oldest first. */
export interface SourceSeries {
  counts: readonly number[]
  totals: readonly number[]
}

export interface PooledSeries {
  counts: number[]
  /** For `momentum`: proportional to the documents expected if no source changed its share. */
  exposure: number[]
}

/**
 * Joins several sources so that growth means growth of the share in each source's own total: a source that publishes more, or that was added last
 * week, is not growth of a term that it always names often. Indirect standardisation (Breslow & Day 1987, Statistical Methods in Cancer Research II,
 * §2.3): each source's total is weighted by its own share over the whole time. With one source the exposure is its total. The scale is chosen so that
 * no day has more documents than exposure; a ratio of rates does not depend on it. Sources without a match are left out, because they say nothing
 * about growth.
 */
export function poolSources(sources: readonly SourceSeries[]): PooledSeries {
  const matchingSources = sources.filter(({ counts, totals }) => sumOf(counts) > 0 && sumOf(totals) > 0)
  const days = Math.max(0, ...sources.map(({ counts }) => counts.length))
  const counts = Array.from({ length: days }, (_, day) =>
    sumOf(matchingSources.map((source) => source.counts[day] ?? 0)),
  )
  const matched = sumOf(counts)
  const all = sumOf(matchingSources.map(({ totals }) => sumOf(totals)))
  const weights = matchingSources.map(
    (source) => ((sumOf(source.counts) / sumOf(source.totals)) * all) / Math.max(1, matched),
  )
  const expected = counts.map((_, day) =>
    matchingSources.reduce((sum, { totals }, index) => sum + (weights[index] ?? 0) * (totals[day] ?? 0), 0),
  )
  const scale = Math.max(1, ...counts.map((count, day) => ratioOf(count, expected[day] ?? 0)))
  // Slightly above, because rounding must not leave a day with more documents than exposure
  return { counts, exposure: expected.map((value) => (scale === 1 ? value : value * scale * (1 + 1e-9))) }
}

function ratioOf(count: number, expected: number): number {
  return expected > 0 ? count / expected : 0
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Daily counts, null on days that were not covered; with `exposure`, the source's own total of each day. */
export interface CountedDays {
  counts: readonly (number | null)[]
  exposure?: readonly (number | null)[]
}

/** A comparable day: its count, and the total it is out of (1 when totals are unknown). */
interface ComparedDay {
  count: number
  exposure: number
}

/** The days [start, end) that have both a count and an exposure above 0. */
function comparedDays({ counts, exposure }: CountedDays, start: number, end: number): ComparedDay[] {
  const days: ComparedDay[] = []
  for (let index = Math.max(0, start); index < end; index++) {
    const count = counts[index] ?? null
    const total = exposure === undefined ? 1 : (exposure[index] ?? null)
    if (count !== null && total !== null && total > 0) days.push({ count, exposure: total })
  }
  return days
}

/** Totals of some days. */
function totalOf(days: readonly ComparedDay[]): ComparedDay {
  const total = { count: 0, exposure: 0 }
  for (const day of days) {
    total.count += day.count
    total.exposure += day.exposure
  }
  return total
}

/** Rates (count per exposure) of whole windows, newest first; null for a window without a compared day. */
function windowRates(series: CountedDays, windowDays: number): (number | null)[] {
  const rates: (number | null)[] = []
  for (let end = series.counts.length; end - windowDays >= 0; end -= windowDays) {
    const total = totalOf(comparedDays(series, end - windowDays, end))
    rates.push(total.exposure === 0 ? null : total.count / total.exposure)
  }
  return rates
}

/** Why there is no momentum. */
export type UnknownMomentumReason = 'series-too-short' | 'no-coverage' | 'no-documents' | 'exposure-below-count'

/**
 * Growth of the last window relative to the one before. `ratio` 1 is no change, 2 is double; `low` and `high` are its 95 % bounds. `current` and
 * `previous` are per covered day (basis count) or in [0, 1] (basis share).
 */
export interface Momentum {
  ratio: number
  low: number
  high: number
  /** The probability of a ratio this far from 1, in either direction, if nothing had changed: in (0, 1]. */
  pValue: number
  current: number
  previous: number
  currentCount: number
  previousCount: number
  windowDays: number
  basis: 'share' | 'count'
}

/** Daily counts, oldest first, with the length of a window in days. */
export interface MomentumInput extends CountedDays {
  windowDays: number
}

/**
 * Compares the last `windowDays` days with the `windowDays` before.
 *
 * The log of the rate ratio is taken as normal with the variance φ(1/a + 1/b), a and b the two counts: quasi-Poisson (McCullagh & Nelder 1989, §6.2),
 * φ the Pearson χ² of the daily counts around their window's rate, over its degrees of freedom, never below 1. When a window is empty, 0.5 is added
 * to both counts (Haldane-Anscombe). The p value is exact (`splitChance`) for counts divided by φ, because a normal log ratio has none where a window
 * is empty. With `exposure` (documents of the source per day) the rate is a share, so that a growing or shrinking source is not a trend.
 */
export function momentum(input: MomentumInput): Momentum | { unknown: UnknownMomentumReason } {
  const { counts, exposure, windowDays } = input
  const middle = counts.length - windowDays
  if (windowDays < 1 || middle < windowDays) return { unknown: 'series-too-short' }
  const currentDays = comparedDays(input, middle, counts.length)
  const previousDays = comparedDays(input, middle - windowDays, middle)
  if (currentDays.length === 0 || previousDays.length === 0) return { unknown: 'no-coverage' }
  const current = totalOf(currentDays)
  const previous = totalOf(previousDays)
  if (current.count + previous.count === 0) return { unknown: 'no-documents' }
  if (exposure !== undefined && [...currentDays, ...previousDays].some((day) => day.count > day.exposure)) {
    return { unknown: 'exposure-below-count' }
  }
  const added = current.count === 0 || previous.count === 0 ? 0.5 : 0
  const a = current.count + added
  const b = previous.count + added
  const logRatio = Math.log(a / current.exposure) - Math.log(b / previous.exposure)
  const scatter = overdispersion([currentDays, previousDays])
  const half = z95 * Math.sqrt(scatter * (1 / a + 1 / b))
  return {
    ratio: Math.exp(logRatio),
    low: Math.exp(logRatio - half),
    high: Math.exp(logRatio + half),
    pValue: splitChance(
      current.count / scatter,
      previous.count / scatter,
      current.exposure / (current.exposure + previous.exposure),
    ),
    current: current.count / current.exposure,
    previous: previous.count / previous.exposure,
    currentCount: current.count,
    previousCount: previous.count,
    windowDays,
    basis: exposure === undefined ? 'count' : 'share',
  }
}

function overdispersion(windows: readonly (readonly ComparedDay[])[]): number {
  let chiSquared = 0
  let freedom = 0
  for (const days of windows) {
    const total = totalOf(days)
    if (total.count === 0) continue
    freedom += days.length - 1
    for (const day of days) {
      const expected = (total.count / total.exposure) * day.exposure
      chiSquared += (day.count - expected) ** 2 / expected
    }
  }
  return freedom <= 0 ? 1 : Math.max(1, chiSquared / freedom)
}

/**
 * The probability, in (0, 1], that documents fall into two windows at least as unevenly as they did if only the sizes of the windows matter: twice
 * the smaller binomial tail, given their sum (Przyborowski & Wilenski 1940, Biometrika 31). `part`, in (0, 1), is the size of the first window over
 * that of both. Counts need not be whole: those of bursty days are divided by their dispersion.
 */
export function splitChance(a: number, b: number, part: number): number {
  const isMore = a >= (a + b) * part
  return Math.min(1, 2 * (isMore ? upperTail(a, b, part) : upperTail(b, a, 1 - part)))
}

/** The probability of `a` or more of `a + b` at a probability of `part` each. */
function upperTail(a: number, b: number, part: number): number {
  const n = a + b
  let term = Math.exp(gammaln(n + 1) - gammaln(a + 1) - gammaln(b + 1) + a * Math.log(part) + b * Math.log1p(-part))
  let sum = 0
  const odds = part / (1 - part)
  for (let count = a; count <= n && term > sum * 1e-12; count++) {
    sum += term
    term *= (Math.max(0, n - count) / (count + 1)) * odds
  }
  // far out in the tail the sum underflows, and a probability is never 0
  return Math.max(sum, Number.MIN_VALUE)
}

/** The stage of a topic's life. */
export type Stage = 'emerging' | 'rising' | 'peaking' | 'steady' | 'declining' | 'dormant'

/** The thresholds of the stage rule; they are conventions, chosen on the example series of docs/measures.md. */
export const stageThresholds = {
  /** With fewer documents in the last window there is no level to describe. */
  dormantCount: 3,
  /** Before a topic emerges, its rate is at most this share of its present rate. */
  emergingShare: 0.25,
  /** A window counts as the top when it reaches this share of the highest one. */
  topShare: 0.85,
  /** Minimum height of a top relative to the median window; otherwise the series is simply level. */
  peakLift: 1.5,
} as const

/**
 * The stage of a topic from daily counts (oldest first); null when momentum is unknown for lack of data.
 *
 * In this order: fewer than 3 documents in the last window: dormant. Growth is certain (interval above 1): emerging when the median of all windows
 * before is at most a quarter of the present rate, rising otherwise. Fall is certain (interval below 1): declining. Neither, but within 85 % of the
 * highest window and 1.5 times the median one: peaking. Otherwise steady.
 */
export function stage(input: MomentumInput): Stage | null {
  const growth = momentum(input)
  if ('unknown' in growth) return growth.unknown === 'no-documents' ? 'dormant' : null
  if (growth.currentCount < stageThresholds.dormantCount) return 'dormant'
  if (growth.high < 1) return 'declining'
  const rates = windowRates(input, input.windowDays).filter((rate) => rate !== null)
  if (growth.low > 1) {
    const before = medianOf(rates.slice(1))
    return before <= stageThresholds.emergingShare * growth.current ? 'emerging' : 'rising'
  }
  const isTop = growth.current >= stageThresholds.topShare * Math.max(...rates)
  // Two windows cannot show a peak: each is the median of the other.
  const isHigh = rates.length > 2 && growth.current >= stageThresholds.peakLift * medianOf(rates)
  return isTop && isHigh ? 'peaking' : 'steady'
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
