import { addDays, daysBetween } from '../series/daily-series.ts'
import { findInflections } from '../changes/find-inflections.ts'
import { supportThresholds } from '../claims/support.ts'
import { showableRatio, z95 } from '../series/interval.ts'
import { momentum } from '../series/momentum.ts'

/** When a monitor fires. Windows are days that end on, and include, the judged day. */
export type MonitorRule =
  | { kind: 'volume-above' | 'volume-below'; documents: number; windowDays: number }
  /** Stories a day in the window relative to those a day in the 28 days before it; at least `minDocuments` stories in the window. */
  | { kind: 'volume-times-usual'; times: number; minDocuments: number; windowDays: number }
  /** The whole 95 % interval of the momentum of stories is above a ratio. */
  | { kind: 'momentum-above'; ratio: number; windowDays: number }
  /** Mean tone in [-1, 1] over at least `minDocuments` documents of known tone. */
  | { kind: 'tone-below' | 'tone-above'; tone: number; minDocuments: number; windowDays: number }
  | { kind: 'new-inflection'; inflection: 'any' | 'spike' | 'shift' }

/** Consecutive days, oldest first; all arrays are as long as `counts`. */
export interface MonitorSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  /** Documents a day; null for a day that was not covered. */
  counts: readonly (number | null)[]
  /** Stories a day, with copies merged: what is compared over time. Null for a day that was not covered. */
  stories: readonly (number | null)[]
  /** The sources' own total of each day, where growth is measured on shares of it. */
  exposure?: readonly (number | null)[]
  /** Documents of known tone a day, and their mean tone in [-1, 1] (0 where there is none). */
  tones: readonly { known: number; mean: number }[]
  /** How many documents each read one represents, above 1 for a sample. 1 by default. */
  factor?: number
}

/** Why a rule cannot be evaluated on a day. */
export type UnknownEvaluationReason = 'not-covered' | 'too-short' | 'too-few'

/** The evaluation of a rule as of one day, from that day and the days before it alone. */
export interface RuleEvaluation extends PointOutcome {
  day: string
  /** First of the measured days. */
  fromDay: string
}

/** Whether a rule holds. */
interface RuleOutcome {
  /** Documents, a ratio or a mean tone; null when there is nothing to measure. */
  value: number | null
  /** For a ratio: whether it is certain enough to show (`showableRatio`); a rule can hold where it is not. */
  isReported?: boolean
  /** Null when it is unknown. */
  holds: boolean | null
  unknown: UnknownEvaluationReason | null
}

interface PointOutcome extends RuleOutcome {
  /** The newest inflection point of the last fourteen days; null for other rules and when there is none. */
  pointDay: string | null
}

/** What is stored from the days before, so that a rule fires when it begins to hold rather than on each day that it does. */
export interface MonitorState {
  isHolding: boolean
  lastFiredDay: string | null
  lastPointDay: string | null
}

/** Days over which the usual level is measured: four weeks even out the weekdays. */
const usualDays = 28

/** Points within this many days are news; those found later are history. */
const maxPointAgeDays = 14
const minDays = 14

/** Maximum history in days: older days add nothing about the last two weeks, and would cost time. */
const maxDays = 365

/**
 * The judgement of a rule as of the day at index `at`, ignoring all later days. A day that was not covered is never judged: nothing can begin on it.
 */
export function evaluateRule(series: MonitorSeries, index: number, rule: MonitorRule): RuleEvaluation {
  const day = addDays(series.firstDay, index)
  const fromDay = addDays(series.firstDay, Math.max(0, index + 1 - measuredDays(rule)))
  if ((series.counts[index] ?? null) === null)
    return { day, fromDay, value: null, holds: null, unknown: 'not-covered', pointDay: null }
  if (rule.kind === 'new-inflection') return { day, fromDay, ...evaluateInflection(series, index + 1, rule) }
  return { day, fromDay, ...evaluateWindow(series, index + 1, rule), pointDay: null }
}

/** Evaluates the days one by one, from index `from` to the last; lazily, so that a caller can do other things in between. */
export function* evaluateDays(series: MonitorSeries, from: number, rule: MonitorRule): Generator<RuleEvaluation> {
  for (let index = Math.max(0, from); index < series.counts.length; index++) yield evaluateRule(series, index, rule)
}

function measuredDays(rule: MonitorRule): number {
  if (rule.kind === 'new-inflection') return maxPointAgeDays
  if (rule.kind === 'momentum-above') return 2 * rule.windowDays
  return rule.kind === 'volume-times-usual' ? rule.windowDays + usualDays : rule.windowDays
}

/** Judges whether an inflection point of the last fourteen days is found when only the days up to `end` are known. */
function evaluateInflection(
  series: MonitorSeries,
  end: number,
  rule: Extract<MonitorRule, { kind: 'new-inflection' }>,
): PointOutcome {
  if (end < minDays) return { value: null, holds: null, unknown: 'too-short', pointDay: null }
  const start = Math.max(0, end - maxDays)
  const factor = series.factor ?? 1
  const part = (days: readonly (number | null)[]) =>
    days.slice(start, end).map((value) => (value === null ? null : value / factor))
  const since = addDays(series.firstDay, end - maxPointAgeDays)
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
  const isReported = showableRatio({ value: ratio, ...bounds, n }, supportThresholds.level.min) !== null
  return { value: ratio, isReported, holds: true, unknown: null, pointDay: point.day }
}

type WindowRule = Exclude<MonitorRule, { kind: 'new-inflection' }>
type RuleOfKind<Kind extends WindowRule['kind']> = Extract<WindowRule, { kind: Kind }>

function unknownOutcome(reason: UnknownEvaluationReason): RuleOutcome {
  return { value: null, holds: null, unknown: reason }
}

/** Judges a window rule as of the last of the given days. */
function evaluateWindow(series: MonitorSeries, end: number, rule: WindowRule): RuleOutcome {
  switch (rule.kind) {
    case 'volume-above':
    case 'volume-below':
      return evaluateVolume(series, end, rule)
    case 'volume-times-usual':
      return evaluateTimesUsual(series, end, rule)
    case 'momentum-above':
      return evaluateMomentum(series, end, rule)
    case 'tone-below':
    case 'tone-above':
    default:
      return evaluateTone(series, end, rule)
  }
}

/** Days that were not covered can only add documents: above a limit stays above, below it is unknown. */
function evaluateVolume(
  series: MonitorSeries,
  end: number,
  rule: RuleOfKind<'volume-above' | 'volume-below'>,
): RuleOutcome {
  if (end < rule.windowDays) return unknownOutcome('too-short')
  const days = series.counts.slice(end - rule.windowDays, end)
  const value = sum(days)
  if (rule.kind === 'volume-above') return { value, holds: value > rule.documents, unknown: null }
  return days.includes(null) ? unknownOutcome('not-covered') : { value, holds: value < rule.documents, unknown: null }
}

function evaluateTimesUsual(series: MonitorSeries, end: number, rule: RuleOfKind<'volume-times-usual'>): RuleOutcome {
  const middle = end - rule.windowDays
  if (middle < usualDays) return unknownOutcome('too-short')
  const window = withoutUnknown(series.stories.slice(middle, end))
  const before = withoutUnknown(series.stories.slice(middle - usualDays, middle))
  if (window.length * 2 < rule.windowDays || before.length * 2 < usualDays) return unknownOutcome('not-covered')
  const stories = sum(window)
  const usually = Math.max(1, sum(before))
  const value = stories / window.length / (usually / before.length)
  // counts scatter at least as much as a Poisson distribution
  const half = z95 * Math.sqrt(1 / Math.max(1, stories) + 1 / usually)
  const bounds = { low: value * Math.exp(-half), high: value * Math.exp(half) }
  const isReported = showableRatio({ value, ...bounds, n: stories + usually }) !== null
  return { value, isReported, holds: value > rule.times && stories >= rule.minDocuments, unknown: null }
}

function evaluateMomentum(series: MonitorSeries, end: number, rule: RuleOfKind<'momentum-above'>): RuleOutcome {
  const start = end - 2 * rule.windowDays
  if (start < 0) return unknownOutcome('too-short')
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
    const isReported = showableRatio({ value: ratio, low, high, n: sum(series.stories.slice(start, end)) }) !== null
    return { value: low, isReported, holds: low > rule.ratio, unknown: null }
  }
  // silence in both windows is a known value: nothing grows
  if (growth.unknown === 'no-documents') return { value: null, holds: false, unknown: null }
  return unknownOutcome(growth.unknown === 'series-too-short' ? 'too-short' : 'not-covered')
}

function evaluateTone(series: MonitorSeries, end: number, rule: RuleOfKind<'tone-below' | 'tone-above'>): RuleOutcome {
  if (end < rule.windowDays) return unknownOutcome('too-short')
  const days = series.tones.slice(end - rule.windowDays, end)
  const known = days.reduce((total, day) => total + day.known, 0)
  if (known < rule.minDocuments) return unknownOutcome('too-few')
  const value = days.reduce((total, day) => total + day.known * day.mean, 0) / known
  return { value, holds: rule.kind === 'tone-below' ? value < rule.tone : value > rule.tone, unknown: null }
}

function withoutUnknown(days: readonly (number | null)[]): number[] {
  return days.filter((count) => count !== null)
}

function sum(days: readonly (number | null)[]): number {
  return days.reduce<number>((total, count) => total + (count ?? 0), 0)
}

/** A point that moves by at most this many days as more data arrives is the same point. */
const maxPointShiftDays = 3

/** The state of a monitor that has not seen any day yet. */
export const initialMonitorState: MonitorState = { isHolding: false, lastFiredDay: null, lastPointDay: null }

/**
 * Whether a rule fires on a day: it begins to hold (for inflection points: there is a new one), and the cooldown since it last fired is over. What
 * begins within the cooldown does not fire later. A day that cannot be judged changes nothing.
 */
export function nextMonitorState(
  state: MonitorState,
  { day, holds, pointDay }: RuleEvaluation,
  cooldownDays: number,
): { state: MonitorState; fired: boolean } {
  if (holds === null) return { state, fired: false }
  const { lastFiredDay, lastPointDay } = state
  const begins =
    pointDay === null
      ? holds && !state.isHolding
      : lastPointDay === null || daysBetween(lastPointDay, pointDay) > maxPointShiftDays
  const fired = begins && (lastFiredDay === null || daysBetween(lastFiredDay, day) >= cooldownDays)
  return {
    state: {
      isHolding: holds,
      lastFiredDay: fired ? day : lastFiredDay,
      lastPointDay: pointDay !== null && (lastPointDay === null || pointDay > lastPointDay) ? pointDay : lastPointDay,
    },
    fired,
  }
}

/** Maximum length of a back-test: ten years. */
const maxBacktestDays = 3660

/** What a rule would have done on the days that were judged. */
export interface Backtest {
  days: (RuleEvaluation & { fired: boolean })[]
  firings: number
  /** Days on which the rule could be evaluated. */
  evaluated: number
  /** The number of other days, by reason. */
  unknown: Record<UnknownEvaluationReason, number>
  /** The state after the last day, from which monitoring continues. */
  state: MonitorState
}

/** Summarises judgements in their order. The cooldown is in whole days: `cooldownHours`, rounded up. */
export function summarizeBacktest(
  evaluations: readonly RuleEvaluation[],
  { cooldownHours, before = initialMonitorState }: { cooldownHours: number; before?: MonitorState },
): Backtest {
  const cooldownDays = Math.ceil(cooldownHours / 24)
  const unknown: Backtest['unknown'] = { 'not-covered': 0, 'too-short': 0, 'too-few': 0 }
  let state = before
  const days = evaluations.map((judgement) => {
    if (judgement.unknown !== null) unknown[judgement.unknown] += 1
    const next = nextMonitorState(state, judgement, cooldownDays)
    state = next.state
    return { ...judgement, fired: next.fired }
  })
  const firings = days.filter(({ fired }) => fired).length
  return { days, firings, evaluated: days.filter(({ holds }) => holds !== null).length, unknown, state }
}

/** Where a back-test begins, and the judgement of the day before: at the first day of the series, or as far back as its rule is tested. */
export function backtestStart(series: MonitorSeries, rule: MonitorRule): { from: number; before: MonitorState } {
  // an inflection is looked for again on every day, in a whole year: only the last year of that is worth its time
  const days = rule.kind === 'new-inflection' ? maxDays : maxBacktestDays
  const from = Math.max(0, series.counts.length - days)
  if (from === 0) return { from, before: initialMonitorState }
  const { holds, pointDay } = evaluateRule(series, from - 1, rule)
  return { from, before: { isHolding: holds ?? false, lastFiredDay: null, lastPointDay: pointDay } }
}

/**
 * The days of a series on which a rule would have fired: each day is judged as of that day, from it and the days before alone. A
 * rule that already holds at the beginning fires only after it has stopped and begins to hold again.
 */
export function backtestRule(
  series: MonitorSeries,
  { rule, cooldownHours }: { rule: MonitorRule; cooldownHours: number },
): Backtest {
  const { from, before } = backtestStart(series, rule)
  return summarizeBacktest([...evaluateDays(series, from, rule)], { cooldownHours, before })
}
