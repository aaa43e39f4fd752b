import {
  markCoveredDays,
  type CoveredRun,
  joinCoveredGroups,
  momentum,
  filterDays,
  splitChance,
  toComparable,
  type UnknownMomentumReason,
  toEstimate,
} from '@auspex/analytics'
import type { DocumentKind, Estimate, SourceKey } from '@auspex/sdk/types'
import type { TopicCount } from '../../library/index.ts'
import { type Comparison, onDays } from './library-comparison.ts'

/** The count of a topic on a day, in the unit of its measure: documents or stories. */
export interface GroupCount {
  /** Null for a day outside the windows. */
  day: string | null
  source: SourceKey
  kind: DocumentKind
  count: number
}

/** A topic over the two windows, in the compared sources. */
export interface MeasuredTopic {
  /** Counts of the last window and the one before, on all days whether covered or not: the sizes of the lists behind them. */
  current: number
  previous: number
  /** Null for a day that no source with the topic covers. */
  days: (number | null)[]
  /** Growth of the shares of the sources' own totals over the days that each covers; null when unknown. */
  growth: Estimate | null
  /** The probability of such a growth or fall if nothing had changed; null without `growth`. */
  pValue: number | null
  unknown: UnknownMomentumReason | null
  /** Whether the newest covered days still show half of the growth; false without `growth`. */
  isUpNow: boolean
  /** The same probability if each story is one observation, however uneven the days are; null without `growth`. */
  storyChance: number | null
  /** Index of the day from which the share is highest against all days before; null where it did not grow. */
  risesFrom: number | null
}

/** Documents and their totals in the two windows. */
export interface WindowCounts {
  current: number
  previous: number
}

/** Measures one topic from its counts by day, source and kind; ignores other days and sources. */
export function measureTopic(
  counts: readonly GroupCount[],
  { windows, groups }: Pick<Comparison, 'windows' | 'groups'>,
): MeasuredTopic {
  const { windowDays } = windows
  const days = onDays(counts, windows, ({ count }) => count)
  const { current, previous } = sumWindows(days, windowDays)
  const groupCounts = groups.map(({ source, kind, totals, runs }) => ({
    counts: onDays(
      counts.filter((count) => count.source === source && count.kind === kind),
      windows,
      ({ count }) => count,
    ),
    totals,
    runs,
  }))
  const series = joinCoveredGroups(coverTopic(groupCounts, days.length))
  if (series === null)
    return {
      current,
      previous,
      days: days.map(() => null),
      growth: null,
      pValue: null,
      unknown: 'no-documents',
      isUpNow: false,
      storyChance: null,
      risesFrom: null,
    }
  // the windows keep their end even if the topic's last days are unknown
  const toWindows = (values: readonly (number | null)[]) => days.map((_, index) => values[index] ?? null)
  const comparable = toComparable(series)
  const compared = { counts: toWindows(comparable.counts), exposure: toWindows(comparable.exposure) }
  const grown = momentum({ ...compared, windowDays })
  const isUnknown = 'unknown' in grown
  return {
    current,
    previous,
    days: toWindows(series.counts),
    growth: isUnknown ? null : toEstimate(grown, { n: grown.currentCount + grown.previousCount, basis: grown.basis }),
    pValue: isUnknown ? null : grown.pValue,
    unknown: isUnknown ? grown.unknown : null,
    isUpNow: !isUnknown && isStillUp(compared, { windowDays, ratio: grown.ratio }),
    storyChance: isUnknown ? null : chanceOfStories(grown, compared.exposure, windowDays),
    risesFrom: isUnknown || grown.ratio <= 1 ? null : findRise(compared),
  }
}

type ComparedDays = Record<'counts' | 'exposure', readonly (number | null)[]>

/** The probability of so uneven windows if nothing had changed and stories came one by one. */
function chanceOfStories(
  { currentCount, previousCount }: { currentCount: number; previousCount: number },
  exposure: readonly (number | null)[],
  windowDays: number,
): number {
  const exposureOf = (days: readonly (number | null)[]) => days.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const [before, last] = [exposureOf(exposure.slice(0, windowDays)), exposureOf(exposure.slice(windowDays))]
  return splitChance(currentCount, previousCount, last / (before + last))
}

/** The best day to cut the series in two rates, the later one higher: the largest gain in Poisson likelihood. Null where no cut has a higher later rate. */
function findRise({ counts, exposure }: ComparedDays): number | null {
  const sumFrom = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const [allCounts, allExposure] = [sumFrom(counts), sumFrom(exposure)]
  const gainOf = (count: number, exposed: number) => (count === 0 ? 0 : count * Math.log(count / exposed))
  let best: { day: number; gain: number } | null = null
  let [count, exposed] = [0, 0]
  counts.forEach((value, day) => {
    const [later, laterExposed] = [allCounts - count, allExposure - exposed]
    if (day > 0 && exposed > 0 && laterExposed > 0 && later / laterExposed > count / exposed) {
      const gain = gainOf(count, exposed) + gainOf(later, laterExposed)
      if (best === null || gain > best.gain) best = { day, gain }
    }
    count += value ?? 0
    exposed += exposure[day] ?? 0
  })
  return (best as { day: number; gain: number } | null)?.day ?? null
}

/**
 * The groups with the days on which each covers the topic. Unlike in a report, outlets within a source are not distinguished: for hundreds of terms
 * that would be too much to read.
 */
function coverTopic<Group extends { counts: readonly number[]; runs: readonly CoveredRun[] }>(
  groups: readonly Group[],
  length: number,
): Group[] {
  const parts = new Float64Array(length).fill(1)
  const carrying = groups.map(({ counts, runs }) => ({ documents: sumOf(counts), counts, runs, parts }))
  const covered = markCoveredDays(carrying, length)
  return groups.map((group) => ({ ...group, runs: filterDays(group.runs, (day) => covered[day] === 1) }))
}

/** Four weeks for windows longer than four weeks, one week for others. */
function newestDays(windowDays: number): number {
  return windowDays > 28 ? 28 : 7
}

/** Whether at least half of a growth, on the log scale, lasts into the newest covered days: a wave that is over is not current growth. */
function isStillUp(
  { counts, exposure }: ComparedDays,
  { windowDays, ratio }: { windowDays: number; ratio: number },
): boolean {
  const covered = exposure.flatMap((dayExposure, day) => (dayExposure === null || dayExposure === 0 ? [] : [day]))
  const newest = covered.filter((day) => day >= windowDays).slice(-newestDays(windowDays))
  const rateOf = (days: readonly number[]) => {
    const total = days.reduce((sum, day) => sum + (exposure[day] ?? 0), 0)
    return (days.reduce((sum, day) => sum + (counts[day] ?? 0), 0) + 0.5) / total
  }
  const before = covered.filter((day) => day < windowDays)
  if (newest.length === 0 || before.length === 0) return false
  return rateOf(newest) >= Math.sqrt(ratio) * rateOf(before)
}

/** The documents of a topic by group and day. */
export function documentCounts(counts: readonly TopicCount[]): GroupCount[] {
  return counts.map(({ day, source, kind, documents }) => ({ day, source, kind, count: documents }))
}

/** The denominators of shares: all documents of each window, in the compared sources. */
export function windowTotals({ groups, windows }: Comparison): WindowCounts {
  const sums = groups.map(({ totals }) => sumWindows(totals, windows.windowDays))
  return {
    current: sumOf(sums.map(({ current }) => current)),
    previous: sumOf(sums.map(({ previous }) => previous)),
  }
}

/** Groups counts by topic, in the order of the topics. */
export function byTopic<Count extends { topic: number }>(counts: readonly Count[], topics: number): Count[][] {
  const groups = Array.from({ length: topics }, (): Count[] => [])
  for (const count of counts) groups[count.topic]?.push(count)
  return groups
}

export function sumWindows(days: readonly number[], windowDays: number): WindowCounts {
  return { current: sumOf(days.slice(windowDays)), previous: sumOf(days.slice(0, windowDays)) }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
