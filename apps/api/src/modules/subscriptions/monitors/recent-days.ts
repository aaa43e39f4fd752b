import { addDays, daysBetween, type Judgement, type MonitorSeries } from '@auspex/analytics'
import type { MonitorRecent, MonitorRule } from '@auspex/sdk/types'
import { isConditionRule } from './condition-rules.ts'
import { measureOf } from './test-rule.ts'

/** What a monitor measured lately, as it is stored: a value a day from `firstDay` on. */
export type RecentDays = Pick<MonitorRecent, 'firstDay' | 'values' | 'firedDays'>

/** Days that are kept: three months, as many as a small chart can show. */
export const recentLength = 90

type JudgedDay = Pick<Judgement, 'day' | 'value'> & { fired: boolean }

/**
 * Lays newly judged days over those that are kept. A day that fired stays one when it is judged again while its documents
 * come: it was told.
 */
export function extendRecent(
  before: RecentDays | null,
  judged: readonly JudgedDay[],
  { series, rule }: { series: MonitorSeries; rule: MonitorRule },
): RecentDays {
  const [first] = judged
  const old = before ?? { firstDay: null, values: [], firedDays: [] }
  if (first === undefined) return old
  const kept = old.firstDay === null ? [] : valuesUntil(old.values, daysBetween(old.firstDay, first.day))
  const values = [...kept, ...judged.map((day) => toValue(day, { series, rule }))].slice(-recentLength)
  const last = judged.at(-1) ?? first
  const firstDay = addDays(last.day, 1 - values.length)
  const fired = new Set([...old.firedDays, ...judged.filter((day) => day.fired).map(({ day }) => day)])
  return { firstDay, values, firedDays: [...fired].filter((day) => day >= firstDay).toSorted() }
}

/** The first so many values; days that were never judged are unknown. */
function valuesUntil(values: RecentDays['values'], length: number): RecentDays['values'] {
  const missing = Math.min(recentLength, Math.max(0, length - values.length))
  return [...values.slice(0, Math.max(0, length)), ...Array.from({ length: missing }, () => null)]
}

/** Of a rule without a limit a value is known only where there is an inflection: the documents of the day say more. */
function toValue({ day, value }: JudgedDay, { series, rule }: { series: MonitorSeries; rule: MonitorRule }) {
  const measured =
    measureOf(rule).limit === null ? (series.counts[daysBetween(series.firstDay, day)] ?? null) : (value ?? null)
  return measured === null ? null : Number(measured.toPrecision(4))
}

/** The days as the contract has them. */
export function toRecent(days: RecentDays | null, rule: MonitorRule): MonitorRecent {
  const { unit, limit } = measureOf(rule)
  const shown = days ?? { firstDay: null, values: [], firedDays: [] }
  return { unit: limit === null && !isConditionRule(rule) ? 'documents' : unit, limit, ...shown }
}
