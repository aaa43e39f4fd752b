import { addDays } from '../series/daily-series.ts'
import { z95 } from '../series/interval.ts'
import { logVariance, type Scatter } from './count-model.ts'
import { type CountSeries, countOf, coveredDays, exposureOf, withoutMarked } from './count-series.ts'
import { coverageGaps, toGap } from './coverage-gaps.ts'
import { isDiscovery } from './false-discovery.ts'
import { cutPValues, pruneCuts, segmentLevels } from './find-shifts.ts'
import { expectedOf, findSilences, findSpikes, type Run, type RunSearch } from './find-spikes.ts'
import type { ChangedLevel, Inflection, InflectionOptions, InflectionSeries } from './inflection.types.ts'
import { measureScatter } from './scatter.ts'
import { usualLevels } from './usual-level.ts'
import { weekdaySeason } from './weekday-season.ts'

/** Fewer covered days than this can show gaps, and nothing else. */
const leastDays = 14
/** What one pass marks as spikes widens the noise of the next no more; it ends earlier when nothing changes. */
const passes = 4

const defaults = { falseDiscoveryRate: 0.05, maxSpikeDays: 14, minShiftDays: 7, leastChange: 1.2 } as const

/**
 * Days at which a daily series changed, oldest first: spikes, shifts of the level, and gaps in its coverage.
 *
 * Weekdays are taken out when they repeat (`weekdaySeason`). Levels are segments of PELT under negative binomial (or
 * Poisson) days; spikes are bursts of Kleinberg's two states above the level around them, left out while levels are found.
 * Each point has a p value that counts in everywhere it could have been found; Benjamini and Hochberg choose among all.
 * Pure: the same series gives the same points.
 */
export function findInflections(series: InflectionSeries, options: InflectionOptions = {}): Inflection[] {
  const gaps = coverageGaps(series)
  const days = coveredDays(series.counts, series.exposure, weekdaySeason(series).factors)
  if (days.length < leastDays || countOf(days, 0, days.length) === 0) return gaps
  const settings = { ...defaults, ...options }
  const analysis = search(days, { ...settings, mayBeSilent: series.exposure === undefined })
  const points = describe(analysis, series)
  return [...gaps, ...points].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

interface SeriesAnalysis {
  days: CountSeries
  /** The days without spikes and silences, and the bounds of its levels. */
  levelDays: CountSeries
  bounds: number[]
  cuts: { at: number; pValue: number }[]
  spikes: Run[]
  silences: Run[]
  base: Float64Array
  scatter: Scatter
}

type SearchOptions = Required<InflectionOptions> & { mayBeSilent: boolean }

function search(days: CountSeries, settings: SearchOptions): SeriesAnalysis {
  const { falseDiscoveryRate: limit, maxSpikeDays, minShiftDays, leastChange, mayBeSilent } = settings
  let scatter = measureScatter(days, [0, days.length])
  // the first segmentation may have segments of one day, which are what a level is not
  let [levelDays, bounds] = [days, segmentLevels(days, scatter, 1)]
  let runs: Pick<SeriesAnalysis, 'spikes' | 'silences' | 'base'> = findRuns()
  for (let pass = 1; pass < passes; pass++) {
    levelDays = withoutRuns(days, [...runs.spikes, ...runs.silences])
    bounds = pruneCuts(levelDays, scatter, {
      bounds: segmentLevels(levelDays, scatter, minShiftDays),
      limit,
      leastChange,
    })
    scatter = measureScatter(levelDays, bounds)
    const before = runs
    runs = findRuns()
    if (isSame(before.spikes, runs.spikes) && isSame(before.silences, runs.silences)) break
  }
  const cuts = cutPValues(levelDays, scatter, bounds)
  const isKept = isDiscovery(
    [...cuts, ...runs.spikes, ...runs.silences].map(({ pValue }) => pValue),
    limit,
  )
  const part = <Item>(items: readonly Item[], offset: number) => items.filter((_, index) => isKept[offset + index])
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

  function findRuns(): Pick<SeriesAnalysis, 'spikes' | 'silences' | 'base'> {
    const base = usualLevels(days, { levelDays, bounds, maxSpikeDays })
    const how: RunSearch = { base, scatter, maxDays: maxSpikeDays, limit }
    return { spikes: findSpikes(days, how), silences: mayBeSilent ? findSilences(days, how) : [], base }
  }
}

function isSame(some: readonly Run[], others: readonly Run[]): boolean {
  return (
    some.length === others.length && some.every(({ from, to }, at) => from === others[at]?.from && to === others[at].to)
  )
}

function withoutRuns(days: CountSeries, runs: readonly Run[]): CountSeries {
  const marked = new Uint8Array(days.length)
  for (const { from, to } of runs) marked.fill(1, from, to)
  return withoutMarked(days, marked)
}

function describe(analysis: SeriesAnalysis, { firstDay, counts }: InflectionSeries): Inflection[] {
  const { days, levelDays, bounds, cuts, spikes, silences, base, scatter } = analysis
  const dayOf = (at: number | undefined) => addDays(firstDay, at ?? 0)
  const shifts = cuts.map(({ at, pValue }, index): ChangedLevel => {
    const [from, to] = [bounds[index] ?? 0, bounds[index + 2] ?? levelDays.length]
    const before = { count: countOf(levelDays, from, at), exposure: exposureOf(levelDays, from, at) }
    const after = { count: countOf(levelDays, at, to), exposure: exposureOf(levelDays, at, to) }
    return { day: dayOf(levelDays.at[at]), kind: 'shift', endDay: null, ...compare(before, after, scatter), pValue }
  })
  const peaks = spikes.map(({ from, to, pValue }): ChangedLevel => {
    const exposure = exposureOf(days, from, to)
    const level = expectedOf(days, base, { from, to }) / exposure
    const around = exposureAround(levelDays, bounds, days.at[from] ?? 0)
    const before = { count: level * around, exposure: around }
    const after = { count: countOf(days, from, to), exposure }
    const last = days.at[to - 1] ?? 0
    const endDay = last === counts.length - 1 ? null : dayOf(last)
    return { day: dayOf(days.at[from]), kind: 'spike', endDay, ...compare(before, after, scatter), pValue }
  })
  const gaps = silences.map(({ from, to, pValue }) =>
    toGap(firstDay, { from: days.at[from] ?? 0, to: (days.at[to - 1] ?? 0) + 1, length: counts.length }, pValue),
  )
  return [...shifts, ...peaks, ...gaps]
}

interface LevelCount {
  count: number
  exposure: number
}

/** A ratio of two levels with normal bounds of its log; half a document is added where one has none. */
function compare(
  before: LevelCount,
  after: LevelCount,
  scatter: Scatter,
): Pick<ChangedLevel, 'change' | 'before' | 'after' | 'countBefore' | 'countAfter'> {
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

/** Exposure of the segment of constant level that a day is in. */
function exposureAround(levelDays: CountSeries, bounds: readonly number[], day: number): number {
  const segment = bounds.findIndex((to, index) => index > 0 && (levelDays.at[to - 1] ?? 0) >= day)
  return segment < 1
    ? exposureOf(levelDays, bounds.at(-2) ?? 0, levelDays.length)
    : exposureOf(levelDays, bounds[segment - 1] ?? 0, bounds[segment] ?? 0)
}
