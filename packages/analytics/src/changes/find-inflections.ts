import { type Interval, z95 } from '../series/interval.ts'
import { addDays } from '../series/daily-series.ts'
import {
  sumCounts,
  type CountSeries,
  coveredDays,
  sumExposure,
  isCovered,
  logVariance,
  measureScatter,
  type Scatter,
  withoutMarkedDays,
} from './count-series.ts'
import { cutPValues, isDiscovery, segmentLevel, pruneCuts, segmentLevels } from './find-shifts.ts'
import { sumExpected, findSilences, findSpikes, type Run, type RunSearch } from './find-spikes.ts'
import { weekdaySeason } from './weekday-season.ts'
import { compareText } from '../text/compare-text.ts'

interface FoundDay {
  /** The first day of the change, YYYY-MM-DD. */
  day: string
  /** Last day of a spike or gap; null for a shift, and for a spike or gap that reaches the end of the series. */
  endDay: string | null
}

interface LevelChange {
  /** Level after over level before with 95 % bounds: 1 is no change. */
  change: { ratio: number } & Interval
  /**
   * Level before: documents a day, or share of the exposure in [0, 1] when exposure is given, without the weekday effect. For a spike, the level
   * around it.
   */
  before: number
  /** Level after, in the unit of `before`; for a spike its mean. */
  after: number
  /** Documents on the days that `before` and `after` were measured on. */
  countBefore: number
  countAfter: number
}

/** A day on which a series jumped for some days and came back, or changed its level permanently. */
export interface ChangedLevel extends FoundDay, LevelChange {
  kind: 'spike' | 'shift'
  /** Probability of a change at least this strong somewhere in a series of this length without any change. */
  pValue: number
}

/** Days that were not read, which is not a change. */
interface CoverageGap extends FoundDay {
  kind: 'coverage_gap'
  /** Probability of a silence this long in a series that was read; null for a gap that is known rather than inferred. */
  pValue: number | null
}

/** A finding in a series. */
export type Inflection = ChangedLevel | CoverageGap

/** A series of consecutive days, oldest first. */
export interface InflectionSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  /** Documents a day; null for a day that was not covered. */
  counts: readonly (number | null)[]
  /** The source's own total on each day, if known: shares are compared then, and a growing source is not a change. */
  exposure?: readonly (number | null)[]
}

/** Settings of the search for inflections. */
export interface InflectionOptions {
  /** Tolerated share of false points among all points, by Benjamini and Hochberg. 0.05 by default. */
  falseDiscoveryRate?: number
  /** Maximum length of a spike or inferred gap in days; a change that lasts longer is a shift. 14 by default. */
  maxSpikeDays?: number
  /** Minimum number of days between two shifts. 7 by default. */
  minShiftDays?: number
  /** Shifts smaller than this ratio, up or down, are left out even when they are certain. 1.2 by default. */
  minChange?: number
}

/** A source that should have had this many documents and had none was not read (probability below e^-10); with fewer, it was just quiet. */
const missedDocuments = 10

/** Days on each side of a gap that show how much the source usually has. */
const aroundDays = 28

/** With fewer covered days, only gaps can be found. */
const minDays = 14
/** Maximum number of passes: what one pass marks as spikes no longer widens the noise of the next. Stops earlier when nothing changes. */
const passes = 4

const defaults = { falseDiscoveryRate: 0.05, maxSpikeDays: 14, minShiftDays: 7, minChange: 1.2 } as const

/**
 * Days at which a daily series changed, oldest first: spikes, shifts of the level, and gaps in its coverage.
 *
 * Weekday patterns are removed when they repeat (`weekdaySeason`). Levels are segments of PELT under negative binomial (or Poisson) days; spikes are
 * bursts of Kleinberg's two states above the surrounding level, left out while levels are found. Each point's p value accounts for everywhere it
 * could have been found; Benjamini and Hochberg select among all of them. Pure: the same series gives the same points.
 */
export function findInflections(series: InflectionSeries, options: InflectionOptions = {}): Inflection[] {
  const gaps = coverageGaps(series)
  const days = coveredDays(series.counts, series.exposure, weekdaySeason(series).factors)
  if (days.length < minDays || sumCounts(days, 0, days.length) === 0) return gaps
  const settings = { ...defaults, ...options }
  const analysis = search(days, { ...settings, mayBeSilent: series.exposure === undefined })
  const points = describe(analysis, series)
  return [...gaps, ...points].toSorted((a, b) => compareText(a.day, b.day))
}

interface FoundRuns {
  spikes: Run[]
  silences: Run[]
  base: Float64Array
}

interface SeriesAnalysis extends FoundRuns {
  days: CountSeries
  /** The days without spikes and silences, and the bounds of their levels. */
  levelDays: CountSeries
  bounds: number[]
  cuts: { at: number; pValue: number }[]
  scatter: Scatter
}

type SearchOptions = Required<InflectionOptions> & { mayBeSilent: boolean }

function search(days: CountSeries, settings: SearchOptions): SeriesAnalysis {
  const { falseDiscoveryRate: limit, maxSpikeDays, minShiftDays, minChange, mayBeSilent } = settings
  let scatter = measureScatter(days, [0, days.length])
  // the first segmentation may have segments of one day, which are too short to be levels
  let [levelDays, bounds] = [days, segmentLevels(days, scatter, 1)]
  let runs: FoundRuns = findRuns()
  for (let pass = 1; pass < passes; pass++) {
    levelDays = withoutRuns(days, [...runs.spikes, ...runs.silences])
    bounds = pruneCuts(levelDays, scatter, {
      bounds: segmentLevels(levelDays, scatter, minShiftDays),
      limit,
      minChange,
    })
    scatter = measureScatter(levelDays, bounds)
    const before = runs
    runs = findRuns()
    if (isSame(before.spikes, runs.spikes) && isSame(before.silences, runs.silences)) break
  }
  const cuts = cutPValues(levelDays, scatter, bounds)
  const isAccepted = isDiscovery(
    [...cuts, ...runs.spikes, ...runs.silences].map(({ pValue }) => pValue),
    limit,
  )
  const part = <Item>(items: readonly Item[], offset: number) => items.filter((_, index) => isAccepted[offset + index])
  const keptCuts = part(cuts, 0)
  return {
    days,
    levelDays,
    bounds: [0, ...keptCuts.map(({ at }) => at), levelDays.length],
    cuts: keptCuts,
    spikes: part(runs.spikes, cuts.length),
    silences: part(runs.silences, cuts.length + runs.spikes.length),
    base: runs.base,
    scatter,
  }

  function findRuns(): FoundRuns {
    const base = usualLevels(days, { levelDays, bounds, maxSpikeDays })
    const searchOptions: RunSearch = { base, scatter, maxDays: maxSpikeDays, limit }
    return {
      spikes: findSpikes(days, searchOptions),
      silences: mayBeSilent ? findSilences(days, searchOptions) : [],
      base,
    }
  }
}

function isSame(some: readonly Run[], others: readonly Run[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ from, to }, index) => from === others[index]?.from && to === others[index].to)
  )
}

function withoutRuns(days: CountSeries, runs: readonly Run[]): CountSeries {
  const marked = new Uint8Array(days.length)
  for (const { from, to } of runs) marked.fill(1, from, to)
  return withoutMarkedDays(days, marked)
}

function describe(analysis: SeriesAnalysis, { firstDay, counts }: InflectionSeries): Inflection[] {
  const { days, levelDays, bounds, cuts, spikes, silences, base, scatter } = analysis
  const dayOf = (at: number | undefined) => addDays(firstDay, at ?? 0)
  const shifts = cuts.map(({ at, pValue }, index): ChangedLevel => {
    const [from, to] = [bounds[index] ?? 0, bounds[index + 2] ?? levelDays.length]
    const before = { count: sumCounts(levelDays, from, at), exposure: sumExposure(levelDays, from, at) }
    const after = { count: sumCounts(levelDays, at, to), exposure: sumExposure(levelDays, at, to) }
    return {
      day: dayOf(levelDays.dayIndexes[at]),
      kind: 'shift',
      endDay: null,
      ...compare(before, after, scatter),
      pValue,
    }
  })
  const peaks = spikes.map(({ from, to, pValue }): ChangedLevel => {
    const exposure = sumExposure(days, from, to)
    const level = sumExpected(days, base, { from, to }) / exposure
    const surroundingExposure = exposureAround(levelDays, bounds, days.dayIndexes[from] ?? 0)
    const before = { count: level * surroundingExposure, exposure: surroundingExposure }
    const after = { count: sumCounts(days, from, to), exposure }
    const last = days.dayIndexes[to - 1] ?? 0
    const endDay = last === counts.length - 1 ? null : dayOf(last)
    return { day: dayOf(days.dayIndexes[from]), kind: 'spike', endDay, ...compare(before, after, scatter), pValue }
  })
  const gaps = silences.map(({ from, to, pValue }) =>
    toGap(
      firstDay,
      { from: days.dayIndexes[from] ?? 0, to: (days.dayIndexes[to - 1] ?? 0) + 1, length: counts.length },
      pValue,
    ),
  )
  return [...shifts, ...peaks, ...gaps]
}

interface LevelCount {
  count: number
  exposure: number
}

/** A ratio of two levels with bounds from the normal distribution of its log; half a document is added to an empty side. */
function compare(before: LevelCount, after: LevelCount, scatter: Scatter): LevelChange {
  const added = before.count === 0 || after.count === 0 ? 0.5 : 0
  const log = Math.log((after.count + added) / after.exposure) - Math.log((before.count + added) / before.exposure)
  const half = z95 * Math.sqrt(logVariance(scatter, after) + logVariance(scatter, before))
  return {
    change: { ratio: Math.exp(log), low: Math.exp(log - half), high: Math.exp(log + half) },
    before: before.count / before.exposure,
    after: after.count / after.exposure,
    countBefore: Math.round(before.count),
    countAfter: after.count,
  }
}

/** Exposure of the constant-level segment that contains a day. */
function exposureAround(levelDays: CountSeries, bounds: readonly number[], day: number): number {
  const segment = bounds.findIndex((to, index) => index > 0 && (levelDays.dayIndexes[to - 1] ?? 0) >= day)
  return segment < 1
    ? sumExposure(levelDays, bounds.at(-2) ?? 0, levelDays.length)
    : sumExposure(levelDays, bounds[segment - 1] ?? 0, bounds[segment] ?? 0)
}

/**
 * The usual level of each position of `all`, from the segments of `levelDays` (the same series, perhaps without marked days). Segments of up to
 * `maxSpikeDays` days, and days missing from `levelDays`, take the higher level of the long segments beside them: a spike must exceed both.
 */
function usualLevels(
  all: CountSeries,
  { levelDays, bounds, maxSpikeDays }: { levelDays: CountSeries; bounds: readonly number[]; maxSpikeDays: number },
): Float64Array {
  const segments = bounds.slice(1).map((to, index) => {
    const from = bounds[index] ?? 0
    return {
      // days of the series between which the segment extends
      start: levelDays.dayIndexes[from] ?? 0,
      end: levelDays.dayIndexes[to - 1] ?? 0,
      isLong: to - from > maxSpikeDays,
      level: segmentLevel(levelDays, bounds, index),
    }
  })
  const long = segments.some(({ isLong }) => isLong) ? segments.filter(({ isLong }) => isLong) : segments
  const base = new Float64Array(all.length)
  let next = 0
  for (let position = 0; position < all.length; position++) {
    const day = all.dayIndexes[position] ?? 0
    while (next < long.length && (long[next]?.end ?? 0) < day) next++
    const [after, before] = [long[next], long[next - 1]]
    const isInside = after !== undefined && after.start <= day
    base[position] = isInside ? after.level : Math.max(after?.level ?? 0, before?.level ?? 0)
  }
  return base
}

/**
 * Runs of days that were not covered: null days after the first covered one, and days on which the source itself had nothing although it had many
 * documents in the weeks before and after.
 */
function coverageGaps({ firstDay, counts, exposure }: InflectionSeries): CoverageGap[] {
  const gaps: CoverageGap[] = []
  let from: number | null = null
  let seen = false
  for (let day = 0; day <= counts.length; day++) {
    const isOpen = day < counts.length && !isCovered(counts, exposure, day)
    if (isOpen && seen) from ??= day
    if (!isOpen && from !== null) {
      const run = { from, to: day }
      if (isGap(run)) gaps.push(toGap(firstDay, { ...run, length: counts.length }, null))
      from = null
    }
    seen ||= !isOpen
  }
  return gaps

  function isGap({ from: start, to }: { from: number; to: number }): boolean {
    for (let day = start; day < to; day++) if ((counts[day] ?? null) === null) return true
    const before = usualTotal(exposure?.slice(Math.max(0, start - aroundDays), start) ?? [])
    const after = to === counts.length ? before : usualTotal(exposure?.slice(to, to + aroundDays) ?? [])
    return Math.min(before, after) * (to - start) >= missedDocuments
  }
}

/** Documents a day, including days without any. */
function usualTotal(totals: readonly (number | null)[]): number {
  return totals.reduce<number>((sum, total) => sum + (total ?? 0), 0) / Math.max(1, totals.length)
}

/** A gap over the days [from, to); without an end when it reaches the end of the series. */
function toGap(
  firstDay: string,
  { from, to, length }: { from: number; to: number; length: number },
  pValue: number | null,
): CoverageGap {
  return {
    day: addDays(firstDay, from),
    kind: 'coverage_gap',
    endDay: to >= length ? null : addDays(firstDay, to - 1),
    pValue,
  }
}
