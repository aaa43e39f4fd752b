import { addDays } from '../series/daily-series.ts'
import type { Judgement, MonitorRule, MonitorSeries, UnknownJudgement } from './monitor.types.ts'
import { findInflections } from '../changes/find-inflections.ts'
import { support } from '../claims/support.ts'
import { tellRatio } from '../series/telling-ratio.ts'
import { momentum } from '../series/momentum.ts'
import { z95 } from '../series/interval.ts'

/** Days over which the usual level is measured: four weeks even out the weekdays. */
const usualDays = 28

/** Points within this many days are news; those found later are history. */
const recentDays = 14
const minDays = 14

/** Maximum history in days: older days add nothing about the last two weeks, and would cost time. */
const maxDays = 365

/**
 * The judgement of a rule as of the day at index `at`, ignoring all later days. A day that was not covered is never judged: nothing can begin on it.
 */
export function judgeDay(series: MonitorSeries, at: number, rule: MonitorRule): Judgement {
  const day = addDays(series.firstDay, at)
  const fromDay = addDays(series.firstDay, Math.max(0, at + 1 - measuredDays(rule)))
  if ((series.counts[at] ?? null) === null)
    return { day, fromDay, value: null, holds: null, unknown: 'not-covered', pointDay: null }
  if (rule.kind === 'new-inflection') return { day, fromDay, ...judgeInflection(series, at + 1, rule) }
  return { day, fromDay, ...judgeWindow(series, at + 1, rule), pointDay: null }
}

/** Judges the days one by one, from index `from` to the last; lazily, so that a caller can do other things in between. */
export function* judgeDays(series: MonitorSeries, from: number, rule: MonitorRule): Generator<Judgement> {
  for (let at = Math.max(0, from); at < series.counts.length; at++) yield judgeDay(series, at, rule)
}

function measuredDays(rule: MonitorRule): number {
  if (rule.kind === 'new-inflection') return recentDays
  if (rule.kind === 'momentum-above') return 2 * rule.windowDays
  return rule.kind === 'volume-times-usual' ? rule.windowDays + usualDays : rule.windowDays
}

/** Judges whether an inflection point of the last fourteen days is found when only the days up to `end` are known. */
function judgeInflection(
  series: MonitorSeries,
  end: number,
  rule: Extract<MonitorRule, { kind: 'new-inflection' }>,
): Pick<Judgement, 'value' | 'isTold' | 'holds' | 'unknown' | 'pointDay'> {
  if (end < minDays) return { value: null, holds: null, unknown: 'too-short', pointDay: null }
  const start = Math.max(0, end - maxDays)
  const factor = series.factor ?? 1
  const part = (days: readonly (number | null)[]) =>
    days.slice(start, end).map((value) => (value === null ? null : value / factor))
  const since = addDays(series.firstDay, end - recentDays)
  const point = findInflections({
    firstDay: addDays(series.firstDay, start),
    counts: part(series.stories),
    ...(series.exposure && { exposure: part(series.exposure) }),
  })
    .filter((found) => found.kind !== 'coverage_gap')
    .filter(({ kind }) => rule.inflection === 'any' || kind === rule.inflection)
    .findLast(({ day }) => day >= since)
  if (point === undefined) return { value: null, holds: false, unknown: null, pointDay: null }
  const { ratio, ...bounds } = point.change
  const n = point.countBefore + point.countAfter
  const isTold = tellRatio({ value: ratio, ...bounds, n }, support.level.told) !== null
  return { value: ratio, isTold, holds: true, unknown: null, pointDay: point.day }
}

type Verdict = Pick<Judgement, 'value' | 'isTold' | 'holds' | 'unknown'>
type WindowRule = Exclude<MonitorRule, { kind: 'new-inflection' }>
type RuleOf<Kind extends WindowRule['kind']> = Extract<WindowRule, { kind: Kind }>

function unknown(why: UnknownJudgement): Verdict {
  return { value: null, holds: null, unknown: why }
}

/** Judges a window rule as of the last of the given days. */
function judgeWindow(series: MonitorSeries, end: number, rule: WindowRule): Verdict {
  switch (rule.kind) {
    case 'volume-above':
    case 'volume-below':
      return judgeVolume(series, end, rule)
    case 'volume-times-usual':
      return judgeTimesUsual(series, end, rule)
    case 'momentum-above':
      return judgeMomentum(series, end, rule)
    case 'tone-below':
    case 'tone-above':
    default:
      return judgeTone(series, end, rule)
  }
}

/** Days that were not covered can only add documents: above a limit stays above, below it is unknown. */
function judgeVolume(series: MonitorSeries, end: number, rule: RuleOf<'volume-above' | 'volume-below'>): Verdict {
  if (end < rule.windowDays) return unknown('too-short')
  const days = series.counts.slice(end - rule.windowDays, end)
  const value = sum(days)
  if (rule.kind === 'volume-above') return { value, holds: value > rule.documents, unknown: null }
  return days.includes(null) ? unknown('not-covered') : { value, holds: value < rule.documents, unknown: null }
}

function judgeTimesUsual(series: MonitorSeries, end: number, rule: RuleOf<'volume-times-usual'>): Verdict {
  const middle = end - rule.windowDays
  if (middle < usualDays) return unknown('too-short')
  const window = coveredOf(series.stories.slice(middle, end))
  const before = coveredOf(series.stories.slice(middle - usualDays, middle))
  if (window.length * 2 < rule.windowDays || before.length * 2 < usualDays) return unknown('not-covered')
  const stories = sum(window)
  const usually = Math.max(1, sum(before))
  const value = stories / window.length / (usually / before.length)
  // counts scatter at least as much as a Poisson distribution
  const half = z95 * Math.sqrt(1 / Math.max(1, stories) + 1 / usually)
  const bounds = { low: value * Math.exp(-half), high: value * Math.exp(half) }
  const isTold = tellRatio({ value, ...bounds, n: stories + usually }) !== null
  return { value, isTold, holds: value > rule.times && stories >= rule.minDocuments, unknown: null }
}

function judgeMomentum(series: MonitorSeries, end: number, rule: RuleOf<'momentum-above'>): Verdict {
  const start = end - 2 * rule.windowDays
  if (start < 0) return unknown('too-short')
  const factor = series.factor ?? 1
  const part = (days: readonly (number | null)[]) =>
    days.slice(start, end).map((value) => (value === null ? null : value / factor))
  const growth = momentum({
    counts: part(series.stories),
    ...(series.exposure && { exposure: part(series.exposure) }),
    windowDays: rule.windowDays,
  })
  if (!('unknown' in growth)) {
    const { ratio, low, high } = growth
    const isTold = tellRatio({ value: ratio, low, high, n: sum(series.stories.slice(start, end)) }) !== null
    return { value: low, isTold, holds: low > rule.ratio, unknown: null }
  }
  // silence in both windows is a known value: nothing grows
  if (growth.unknown === 'no-documents') return { value: null, holds: false, unknown: null }
  return unknown(growth.unknown === 'series-too-short' ? 'too-short' : 'not-covered')
}

function judgeTone(series: MonitorSeries, end: number, rule: RuleOf<'tone-below' | 'tone-above'>): Verdict {
  if (end < rule.windowDays) return unknown('too-short')
  const days = series.tones.slice(end - rule.windowDays, end)
  const known = days.reduce((total, day) => total + day.known, 0)
  if (known < rule.minDocuments) return unknown('too-few')
  const value = days.reduce((total, day) => total + day.known * day.mean, 0) / known
  return { value, holds: rule.kind === 'tone-below' ? value < rule.tone : value > rule.tone, unknown: null }
}

function coveredOf(days: readonly (number | null)[]): number[] {
  return days.filter((count) => count !== null)
}

function sum(days: readonly (number | null)[]): number {
  return days.reduce<number>((total, count) => total + (count ?? 0), 0)
}
