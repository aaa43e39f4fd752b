import type { Interval } from '../series/interval.ts'
import { type CoveredRun, coveredRuns } from '../series/covered-series.ts'
import { weekdaySeason } from '../changes/weekday-season.ts'
import { addDays } from '../series/daily-series.ts'
import { baseDistribution, type BurstInput, type EventSpan, toEventSpans, findBursts, quantile } from './find-bursts.ts'

/** A topic's counts in one source (or a group of sources that are read together). Arrays have one value per day, oldest first. */
export interface SourceCounts {
  /** Documents of the topic, 0 or more; null for a day that the source does not cover. Stories instead of documents where copies are merged. */
  counts: readonly (number | null)[]
  /**
   * All documents of the source, at least as many as `counts`; null for a day that it does not cover. Without totals every day with a count weighs
   * the same, and a growing source looks like a growing topic.
   */
  totals?: readonly (number | null)[]
}

/** A topic day by day, in each of its sources. All arrays have the same length. */
export interface TopicSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  sources: readonly SourceCounts[]
}

/** How events are distinguished from chance. */
export interface EventOptions {
  /** Maximum probability, in (0, 1), that a series in which nothing happens shows any event. 0.05 by default. */
  falseAlarm?: number
  /** Minimum excess of documents over the expectation for an event, however unlikely. 3 by default. */
  minExcess?: number
  /** Minimum ratio of documents to those expected, above 1. 1.5 by default. */
  minRatio?: number
}

/** A stretch of days on which a topic had more documents than before, from the day on which the rise began. */
export interface TopicEvent {
  /** First day, YYYY-MM-DD. */
  onset: string
  /** The day with the largest excess of documents over the expectation. */
  peak: string
  /** Last day before the topic returned to its base, or before the next event; null when it had not returned by the last covered day. */
  until: string | null
  /** Documents from `onset` to `until`. */
  count: number
  /** Documents expected on the same days at the usual share of each source; above 0. */
  expected: number
  /** `count - expected`, with bounds: `count` minus the 97.5 % and the 2.5 % quantile of what chance produces on those days. */
  excess: { value: number } & Interval
  /**
   * How hard it is to explain by chance: -log10 of the probability that a rise like this occurs anywhere in a series of this length in which nothing
   * happens. Above 1.3 by default; 10 is one in ten billion.
   */
  surprise: number
}

/** Preceding covered days that define how often a source names the topic, and the minimum that does so without later days. */
const baseDays = 112
const minBaseDays = 28
/** The most recent days are left out: an event must not be measured by its own first days. */
const lagDays = 14
/** The source's overall rate counts as this many days of its present pace: a topic without a past is still possible. */
const priorDays = 14
/** Jeffreys' prior of a Poisson rate. */
const jeffreys = 0.5

/** The counts of a source and what would be usual. One value per day of the series. */
interface ExpectedCounts {
  /** Documents; 0 on days that the source does not cover. */
  counts: Float64Array
  /** Documents expected; above 0 on every covered day, 0 on all others. */
  expected: Float64Array
  /** Variance of `expected` itself: expected² / shape of its gamma distribution. */
  doubt: Float64Array
}

/** A source with its covered runs and the usual factor of each weekday (7, starting with the weekday of the series' first day). */
interface CoveredSource {
  source: SourceCounts
  runs: readonly CoveredRun[]
}

/**
 * The expected count of each day if the source named the topic as often as in the covered days before: the gamma-Poisson rate of 112 covered days
 * (without days in `masked`, and without the last 14, in which an event may have begun), times the total of the day. At the beginning of a run, where
 * fewer than 28 days precede, later days are used as well. No base extends across the end of a run, so a source that ends, pauses or joins changes
 * nothing. Gelman et al. (2013), Bayesian Data Analysis, §2.6.
 */
function expectedCounts(
  { source, runs }: CoveredSource,
  { masked, factors }: { masked: Uint8Array; factors: readonly number[] },
): ExpectedCounts {
  const length = source.counts.length
  const all = {
    counts: new Float64Array(length),
    expected: new Float64Array(length),
    doubt: new Float64Array(length),
  }
  const weights = weighDays(source, factors)
  const known = { source, masked, weights }
  const usual = usualRate(runs, known)
  for (const run of runs) addRun(run, { ...known, usual, all })
  return all
}

/** A source day by day; `weights` is what a day would contain of something published everywhere at the same rate. */
interface KnownDays {
  source: SourceCounts
  masked: Uint8Array
  weights: Float64Array
}

function weighDays({ counts, totals }: SourceCounts, factors: readonly number[]): Float64Array {
  const weights = new Float64Array(counts.length)
  for (let day = 0; day < weights.length; day++)
    weights[day] = (totals === undefined ? 1 : (totals[day] ?? 0)) * (factors[day % 7] ?? 1)
  return weights
}

function usualRate(runs: readonly CoveredRun[], { source, masked, weights }: KnownDays): number {
  let [count, weight] = [jeffreys, 0]
  for (const { from, to } of runs)
    for (let day = from; day < to; day++) {
      if (masked[day] === 1) continue
      count += source.counts[day] ?? 0
      weight += weights[day] ?? 0
    }
  return weight === 0 ? 0 : count / weight
}

/** Adds the expected counts of a source on the days of a run. */
function addRun(
  { from, to }: CoveredRun,
  { source, masked, weights, usual, all }: KnownDays & { usual: number; all: ExpectedCounts },
): void {
  // running sums over the days that define the usual level, and how many of them precede each day
  const [counts, sums, before] = [
    new Float64Array(to - from + 1),
    new Float64Array(to - from + 1),
    new Int32Array(to - from),
  ]
  let last = 0
  for (let day = from; day < to; day++) {
    before[day - from] = last
    if (masked[day] === 1) continue
    counts[last + 1] = (counts[last] ?? 0) + (source.counts[day] ?? 0)
    sums[last + 1] = (sums[last] ?? 0) + (weights[day] ?? 0)
    last++
  }
  for (let day = from; day < to; day++) {
    const dayWeight = weights[day] ?? 0
    const settled = Math.max(0, (before[day - from] ?? 0) - lagDays)
    const start = Math.max(0, settled - baseDays)
    const end = settled - start >= minBaseDays ? settled : Math.min(last, start + baseDays)
    const weight = (sums[end] ?? 0) - (sums[start] ?? 0)
    const prior = (end > start ? weight / (end - start) : dayWeight) * priorDays
    const shape = (counts[end] ?? 0) - (counts[start] ?? 0) + jeffreys + usual * prior
    const rate = shape / (weight + prior)
    if (!(dayWeight > 0) || !Number.isFinite(rate)) continue
    const expected = rate * dayWeight
    all.counts[day] = source.counts[day] ?? 0
    all.expected[day] = expected
    all.doubt[day] = expected ** 2 / shape
  }
}

/** Days over which the level is taken as constant. */
const windowDays = 14

/** Spread at which busy and quiet days are weighted correctly. */
const typicalSpread = 0.3

/** Weight of the prior assumption that days scatter as Poisson, in days with many documents: few documents show little. */
const peakPriorDays = 3

/** A day counts at most as one three deviations above the mean, at this spread, plus two documents: anything beyond is an event. */
const maxSpread = 0.5
const maxDeviations = 3
const addedDocuments = 2

/** Compensates for what the limit removes: measured on noise. */
const caution = 1.6

const defaults: Required<EventOptions> = { falseAlarm: 0.05, minExcess: 3, minRatio: 1.5 }
/** Maximum number of passes: what one pass marks as an event is not part of the next pass's base. Stops earlier when nothing changes. */
const maxPasses = 8
/** Longest event in days; anything longer is the topic's new base from then on. */
const maxEventDays = 60
/** With fewer covered days the usual level is unknown. */
const minDays = 14

/**
 * The events of a topic, the largest first (`eventWeight`): days with more documents than its own recent past in the same sources explains. The usual level
 * is local (`expectedCounts`), so an event that recurs each year is found each time, and shares of each source's total are compared wherever totals
 * are known. Days that a source does not cover, gaps, and the thinning tail of an archive (`coveredRuns`) create neither events nor bases. Pure; 10
 * to 50 ms for 14 years of days in four sources.
 *
 * Throws `RangeError` when the arrays of the sources differ in length.
 */
export function findEvents(series: TopicSeries, options: EventOptions = {}): TopicEvent[] {
  const settings = { ...defaults, ...options }
  const length = series.sources[0]?.counts.length ?? 0
  for (const { counts, totals } of series.sources)
    if (counts.length !== length || (totals !== undefined && totals.length !== length))
      throw new RangeError('all sources need one count, and one total if any, for each day')
  const covered = series.sources.map((source) => ({ source, runs: coveredRuns(source) }))
  const found = search(covered, length, settings)
  return found === null ? [] : describe(found, series.firstDay).toSorted((a, b) => eventWeight(b) - eventWeight(a))
}

/**
 * How large an event is: the documents beyond those expected, times how far it is above chance. By surprise alone, a few documents on a topic that was
 * silent before would come before a hundred times as many.
 */
export function eventWeight({ excess, surprise }: TopicEvent): number {
  return Math.max(0, excess.value) * surprise
}

interface FoundEvents {
  spans: EventSpan[]
  input: BurstInput
}

function search(
  sources: readonly CoveredSource[],
  length: number,
  settings: Required<EventOptions>,
): FoundEvents | null {
  let pool: PoolOptions = { masked: new Uint8Array(length), busy: null, factors: Array.from({ length: 7 }, () => 1) }
  let answer: FoundEvents | null = null
  for (let pass = 0; pass < maxPasses; pass++) {
    const input = poolSources(sources, pool)
    if (input.dayIndexes.length < minDays) return null
    const spans = toEventSpans(input, findBursts(input, { ...settings, limit: Math.log(settings.falseAlarm) }))
    const isSettled = pass > 1 && isSame(spans, answer?.spans ?? [])
    answer = { spans, input }
    if (isSettled) break
    pool = {
      masked: markDays(answer, length, maxEventDays),
      busy: markDays(answer, length, Infinity),
      factors: pass === 0 ? weekdayFactors(input, length) : pool.factors,
    }
  }
  return answer
}

function isSame(some: readonly EventSpan[], others: readonly EventSpan[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ from, to }, index) => from === others[index]?.from && to === others[index].to)
  )
}

/** Marks the days of events, at most the first `most` of each. */
function markDays({ spans, input }: FoundEvents, length: number, maxDays: number): Uint8Array {
  const marked = new Uint8Array(length)
  for (const { from, to } of spans)
    for (let index = from; index < Math.min(to, from + maxDays); index++) marked[input.dayIndexes[index] ?? 0] = 1
  return marked
}

/** Weekdays are those of the days of the series, covered or not. */
function weekdayFactors({ dayIndexes, counts, expected }: BurstInput, length: number): number[] {
  const days = Array.from({ length }, (): number | null => null)
  const exposure = [...days]
  dayIndexes.forEach((day, position) => {
    days[day] = counts[position] ?? 0
    exposure[day] = expected[position] ?? 0
  })
  return weekdaySeason({ counts: days, exposure }).factors
}

function describe({ spans, input }: FoundEvents, firstDay: string): TopicEvent[] {
  const dayOf = (position: number) => addDays(firstDay, input.dayIndexes[position] ?? 0)
  return spans.map((span): TopicEvent => {
    const { from, to, log } = span
    const usual = baseDistribution(input, span)
    let [count, peak] = [0, from]
    const above = (position: number) => (input.counts[position] ?? 0) - (input.expected[position] ?? 0)
    for (let position = from; position < to; position++) {
      count += input.counts[position] ?? 0
      if (above(position) > above(peak)) peak = position
    }
    return {
      onset: dayOf(from),
      peak: dayOf(peak),
      until: to === input.dayIndexes.length ? null : dayOf(to - 1),
      count,
      expected: usual.mean,
      excess: {
        value: count - usual.mean,
        low: count - quantile(usual, 0.975),
        high: count - quantile(usual, 0.025),
      },
      surprise: -log / Math.LN10,
    }
  })
}

/** How the days of the sources are pooled. */
interface PoolOptions {
  /** Marks days that are not part of the base. */
  masked: Uint8Array
  /** Marks days on which something happens, which do not show how days scatter. Null: days scatter as Poisson. */
  busy: Uint8Array | null
  /** The level of each weekday relative to a usual day, starting with the weekday of the first day. */
  factors: readonly number[]
}

/** Adds up the sources over the days that any of them covers: their counts, their expected counts, and how far those scatter. */
function poolSources(sources: readonly CoveredSource[], { masked, busy, factors }: PoolOptions): BurstInput {
  const length = masked.length
  const [counts, expected] = [new Float64Array(length), new Float64Array(length)]
  const [doubt, scatter] = [new Float64Array(length), new Float64Array(length)]
  for (const source of sources) {
    const part = expectedCounts(source, { masked, factors })
    const spread = busy === null ? 0 : usualSpread(part, busy)
    for (const { from, to } of source.runs)
      for (let day = from; day < to; day++) {
        const usual = part.expected[day] ?? 0
        counts[day] = (counts[day] ?? 0) + (part.counts[day] ?? 0)
        expected[day] = (expected[day] ?? 0) + usual
        doubt[day] = (doubt[day] ?? 0) + (part.doubt[day] ?? 0)
        scatter[day] = (scatter[day] ?? 0) + spread * usual ** 2
      }
  }
  // loops: `from` walks an iterator, which took longer than the search
  const dayIndexes = daysAbove0(expected)
  const pick = (values: Float64Array) => {
    const picked = new Float64Array(dayIndexes.length)
    for (let position = 0; position < dayIndexes.length; position++)
      picked[position] = values[dayIndexes[position] ?? 0] ?? 0
    return picked
  }
  return { dayIndexes, counts: pick(counts), expected: pick(expected), doubt: pick(doubt), scatter: pick(scatter) }
}

function daysAbove0(values: Float64Array): Int32Array {
  const days = new Int32Array(values.length)
  let found = 0
  for (let day = 0; day < values.length; day++) if ((values[day] ?? 0) > 0) days[found++] = day
  return days.subarray(0, found)
}

/**
 * How far the days of a source scatter around their two-week level: s in variance = m + s m² of a day with mean m. Method of moments over windows
 * without a masked day, each day weighted by its information, 1 / (1/m + s₀)² (Williams 1982, Applied Statistics 31), with bounded influence (Huber
 * 1981, Robust Statistics): otherwise a topic with bursts would seem noisy on all days, and its bursts would hide each other. 0 is Poisson.
 */
function usualSpread({ counts, expected }: ExpectedCounts, masked: Uint8Array): number {
  let [excess, weights] = [0, peakPriorDays / typicalSpread ** 2]
  for (let from = 0; from + windowDays <= counts.length; from += windowDays) {
    const to = from + windowDays
    const ratio = sum(counts, from, to) / sum(expected, from, to)
    if (!(ratio > 0) || masked.subarray(from, to).includes(1)) continue
    const freedom = 1 - 1 / windowDays
    for (let index = from; index < to; index++) {
      if ((expected[index] ?? 0) === 0) continue
      const mean = ratio * (expected[index] ?? 0)
      const maxCount = maxDeviations * Math.sqrt(mean + maxSpread * mean ** 2) + addedDocuments
      const residual = Math.min(maxCount, (counts[index] ?? 0) - mean)
      const weight = freedom / (1 / mean + typicalSpread) ** 2
      excess += (weight * (residual ** 2 / freedom - mean)) / mean ** 2
      weights += weight
    }
  }
  return Math.max(0, excess / weights) * caution
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let index = from; index < to; index++) total += values[index] ?? 0
  return total
}
