import type { Backtest, MonitorPreview, MonitorRecent, MonitorRule, MonitorUnit } from '@auspex/sdk/types'
import { addDays, daysBetween } from '../series/daily-series.ts'
import type { DailyReport } from '../report/daily-report.ts'
import type { Backtest as MonitorBacktest, MonitorSeries, RuleEvaluation } from './monitors.ts'

/** One year to judge, and the year before it for comparison. */
const maxDays = 800

/**
 * The days of a report that a monitor judges: completed days up to the last covered one. Later days may still be covered, from a source imported
 * weekly or an archive that is continued, and are judged then. A day in between that no group covers is unknown. Comparisons over time use stories,
 * and shares where the report measures by shares.
 */
export function toMonitorSeries({ volume, tone, inflections, counts }: DailyReport, today: string): MonitorSeries {
  const endedDays = counts.documents === 0 ? [] : volume.days.filter(({ day }) => day < today)
  const days = endedDays.slice(0, endedDays.findLastIndex(({ isCovered }) => isCovered) + 1).slice(-maxDays)
  const toneOf = new Map(tone.days.map((eachDay) => [eachDay.day, eachDay]))
  return {
    firstDay: days[0]?.day ?? addDays(today, -1),
    counts: days.map(({ documents, isCovered }) => (isCovered ? documents : null)),
    stories: days.map(({ firstTellings, isCovered }) => (isCovered ? firstTellings : null)),
    ...(inflections.basis === 'share' && { exposure: days.map(({ total }) => total) }),
    tones: days.map(({ day }) => {
      const dayTone = toneOf.get(day)
      const knownTones = dayTone === undefined ? 0 : dayTone.positive + dayTone.neutral + dayTone.negative
      return { known: knownTones, mean: dayTone?.mean ?? 0 }
    }),
    factor: counts.sampled && counts.sampleFraction > 0 ? 1 / counts.sampleFraction : 1,
  }
}

/** Recent measurements of a monitor as stored: one value per day from `firstDay` on. */
export interface RecentDays {
  firstDay: string | null
  values: (number | null)[]
  firedDays: string[]
  /** The last covered day of its topic when it was last judged; absent in rows from before it was stored, null without such a day. */
  coveredTo?: string | null
}

/** Number of days stored: three months, as many as a small chart can show. */
export const maxRecentDays = 90

type EvaluatedDay = RuleEvaluation & { fired: boolean }

/**
 * Merges newly judged days into the stored ones. A day that fired keeps its mark when it is judged again while its documents arrive, because its
 * alert was sent.
 */
export function extendRecent(
  before: RecentDays | null,
  evaluatedDays: readonly EvaluatedDay[],
  { series, rule }: { series: MonitorSeries; rule: MonitorRule },
): RecentDays {
  const [first] = evaluatedDays
  const { length } = series.counts
  const coveredTo = length === 0 ? null : addDays(series.firstDay, length - 1)
  const previous = before ?? { firstDay: null, values: [], firedDays: [] }
  if (first === undefined) return { ...previous, coveredTo }
  const retainedValues =
    previous.firstDay === null ? [] : valuesUntil(previous.values, daysBetween(previous.firstDay, first.day))
  const values = [...retainedValues, ...evaluatedDays.map((day) => toValue(day, { series, rule }))].slice(
    -maxRecentDays,
  )
  const last = evaluatedDays.at(-1) ?? first
  const firstDay = addDays(last.day, 1 - values.length)
  const fired = new Set([...previous.firedDays, ...evaluatedDays.filter((day) => day.fired).map(({ day }) => day)])
  return { coveredTo, firstDay, values, firedDays: [...fired].filter((day) => day >= firstDay).toSorted() }
}

/** The first `length` values; days that were never judged are unknown. */
function valuesUntil(values: RecentDays['values'], length: number): RecentDays['values'] {
  const missing = Math.min(maxRecentDays, Math.max(0, length - values.length))
  return [...values.slice(0, Math.max(0, length)), ...Array.from({ length: missing }, () => null)]
}

/** For a rule without a limit a value is set only on days with an inflection: the number of documents is more informative. */
function toValue({ day, value }: EvaluatedDay, { series, rule }: { series: MonitorSeries; rule: MonitorRule }) {
  const measured =
    ruleMeasure(rule).limit === null ? (series.counts[daysBetween(series.firstDay, day)] ?? null) : (value ?? null)
  return measured === null ? null : Number(measured.toPrecision(4))
}

/** Maps the days to the contract. */
export function toRecent(days: RecentDays | null, rule: MonitorRule): MonitorRecent {
  const { unit, limit } = ruleMeasure(rule)
  const { firstDay, values, firedDays } = days ?? { firstDay: null, values: [], firedDays: [] }
  return { unit: limit === null && unit === 'ratio' ? 'documents' : unit, limit, firstDay, values, firedDays }
}

/** What a rule measures, and what it compares that with; null for a rule without a limit. */
export interface RuleMeasure {
  unit: MonitorUnit
  limit: number | null
}

const daysPerMonth = 365 / 12

/** Maps the back-test to the contract. */
export function toBacktest({ days, firings, evaluated, unknown }: MonitorBacktest, series: MonitorSeries): Backtest {
  const covered = days.length - countUnknown(series, days.length)
  return {
    months: Math.max(1, Math.round(days.length / daysPerMonth)),
    firstDay: days[0]?.day ?? null,
    lastDay: days.at(-1)?.day ?? null,
    coveredDays: covered,
    evaluatedDays: evaluated,
    reason: days.length === 0 ? nothingMatches : describeUnknown(unknown),
    firings,
    days: days.flatMap(({ day, fired }) => (fired ? [day] : [])),
    holdsNow: days.findLast(({ holds }) => holds !== null)?.holds ?? null,
  }
}

/** The judged days as points of a chart. */
export function toPoints({ days }: MonitorBacktest, series: MonitorSeries): MonitorPreview['points'] {
  const counts = series.counts.slice(series.counts.length - days.length)
  return days.map(({ day, value, holds, fired }, index) => ({
    day,
    documents: counts[index] ?? null,
    value,
    holds,
    fired,
  }))
}

/** The unit that a rule measures, and the limit it compares with. */
export function ruleMeasure(rule: MonitorRule): RuleMeasure {
  switch (rule.kind) {
    case 'new-trials':
    case 'trial-status':
      return { unit: 'trials', limit: null }
    case 'new-papers':
      return { unit: 'papers', limit: null }
    case 'volume-above':
    case 'volume-below':
      return { unit: 'documents', limit: rule.documents }
    case 'tone-above':
    case 'tone-below':
      return { unit: 'tone', limit: rule.tone }
    case 'volume-times-usual':
      return { unit: 'ratio', limit: rule.times }
    case 'momentum-above':
      return { unit: 'ratio', limit: rule.ratio }
    case 'new-inflection':
    default:
      return { unit: 'ratio', limit: null }
  }
}

const nothingMatches =
  'The library has no documents on this topic from a complete day. Search the topic once so that its sources are read. The monitor waits for what arrives.'

function describeUnknown(unknown: MonitorBacktest['unknown']): string | null {
  const parts = [
    unknown['not-covered'] > 0 && `${formatDays(unknown['not-covered'])} without data from the sources`,
    unknown['too-short'] > 0 && `${formatDays(unknown['too-short'])} with too few earlier days to compare with`,
    unknown['too-few'] > 0 && `${formatDays(unknown['too-few'])} with too few documents of known tone for the rule`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `Not tested: ${parts.join('; ')}.`
}

function formatDays(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`
}

function countUnknown(series: MonitorSeries, length: number): number {
  return series.counts.slice(series.counts.length - length).filter((count) => count === null).length
}
