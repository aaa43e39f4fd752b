import {
  backtestRule,
  extendRecent,
  type MonitorRule,
  ruleMeasure,
  toBacktest,
  toDryRun,
  toMonitorSeries,
  toPoints,
  toRecent,
} from '@auspex/analytics'
import type { MonitorDryRun, MonitorPreview, MonitorSubscription } from '@auspex/sdk/types'
import { type Fields, isFields } from '../state/fields.ts'
import type { Signals } from './signals.ts'
import type { WorldQuery } from './world.ts'

const defaultCooldownHours = 24

type MonitorMeasures = Pick<MonitorSubscription, 'signalId' | 'title' | 'query' | 'backtest' | 'recent'>

/** A monitor of a query: what it watches, and when its rule would have fired on the days that the world has. */
export function measureMonitor(query: WorldQuery, fields: Fields, signals: Signals): Partial<MonitorMeasures> {
  const { query_term, x_term, y_term, isCompound, geo, entity, sources } = query.echo
  signals.save(query)
  const { signalId, title, ...tested } = testRule(query, fields, signals)
  return {
    signalId,
    title,
    query: { query_term, x_term, y_term, isCompound, geo, entity, sources },
    ...(tested.rule !== null && { backtest: tested.backtest, recent: tested.recent }),
  }
}

/** What a rule would do, day by day. */
export function previewMonitor(query: WorldQuery, fields: Fields, signals: Signals): MonitorPreview | null {
  const { signalId, title, ...tested } = testRule(query, fields, signals)
  if (tested.rule === null) return null
  const { backtest, points } = tested
  return { signalId, title, ...ruleMeasure(tested.rule), backtest, points }
}

/** The alerts that a monitor would have sent in the last days. */
export function dryRunMonitor(
  query: WorldQuery,
  monitor: Fields,
  { days, signals }: { days: number; signals: Signals },
): MonitorDryRun {
  const id = String(monitor['id'])
  const judged = testRule(query, monitor, signals)
  return judged.rule === null
    ? { id, firstDay: null, lastDay: null, judgedDays: 0, alerts: [] }
    : toDryRun(judged.tested, { id, rule: judged.rule, days })
}

function testRule(query: WorldQuery, { rule, cooldownHours }: Fields, signals: Signals) {
  const signal = signals.measureQuery(query)
  const named = { signalId: signal.signalId, title: query.echo.subject ?? query.echo.title }
  if (!isRule(rule)) return { ...named, rule: null } as const
  const hours = typeof cooldownHours === 'number' ? cooldownHours : defaultCooldownHours
  const series = toMonitorSeries(signals.dailyReport(signal), signals.today)
  const tested = backtestRule(series, { rule, cooldownHours: hours })
  const recent = toRecent(extendRecent(null, tested.days, { series, rule }), rule)
  return { ...named, rule, tested, backtest: toBacktest(tested, series), points: toPoints(tested, series), recent }
}

/** Rules on trials and papers have no series. */
function isRule(rule: unknown): rule is MonitorRule {
  return (
    isFields(rule) && typeof rule['kind'] === 'string' && /^(?:volume|momentum|tone|new-inflection)/.test(rule['kind'])
  )
}
