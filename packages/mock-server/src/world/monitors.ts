import { evaluateDays, initialMonitorState, type MonitorRule, summarizeBacktest } from '@auspex/analytics'
import type { MonitorPreview, MonitorSubscription } from '@auspex/sdk/types'
import { type Fields, isFields } from '../state/fields.ts'
import { type MeasuredSignal, readSeries } from './series.ts'
import type { Signals } from './signals.ts'
import type { WorldQuery } from './world.ts'

const defaultCooldownHours = 24
const recentDays = 90

type MonitorMeasures = Pick<MonitorSubscription, 'signalId' | 'title' | 'query' | 'backtest' | 'recent'>

/** A monitor of a query: what it watches, and when its rule would have fired on the days that the world has. */
export function measureMonitor(
  query: WorldQuery,
  { rule, cooldownHours }: Fields,
  signals: Signals,
): Partial<MonitorMeasures> {
  const signal = signals.measureQuery(query, signals.save(query))
  const { query_term, x_term, y_term, isCompound, geo, entity, sources } = query.echo
  const named = {
    signalId: signal.signalId,
    title: query.echo.subject ?? query.echo.title,
    query: { query_term, x_term, y_term, isCompound, geo, entity, sources },
  }
  const tested = isRule(rule) ? testRule(signal, rule, toHours(cooldownHours)) : null
  if (tested === null) return named
  const { points, backtest, unit, limit } = tested
  const recent = points.slice(-recentDays)
  return {
    ...named,
    backtest,
    recent: {
      unit,
      limit,
      firstDay: recent[0]?.day ?? null,
      values: recent.map(({ value }) => value),
      firedDays: recent.flatMap(({ day, fired }) => (fired ? [day] : [])),
    },
  }
}

/** What a rule would do, day by day. */
export function previewMonitor(
  query: WorldQuery,
  { rule, cooldownHours }: Fields,
  signals: Signals,
): MonitorPreview | null {
  const signal = signals.measureQuery(query)
  if (!isRule(rule)) return null
  return {
    signalId: signal.signalId,
    title: query.echo.subject ?? query.echo.title,
    ...testRule(signal, rule, toHours(cooldownHours)),
  }
}

function toHours(hours: unknown): number {
  return typeof hours === 'number' ? hours : defaultCooldownHours
}

/** Rules on trials and papers have no series. */
function isRule(rule: unknown): rule is MonitorRule {
  return (
    isFields(rule) && typeof rule['kind'] === 'string' && /^(?:volume|momentum|tone|new-inflection)/.test(rule['kind'])
  )
}

function testRule(
  signal: MeasuredSignal,
  rule: MonitorRule,
  cooldownHours: number,
): Omit<MonitorPreview, 'signalId' | 'title'> {
  const { days, stories, totals, groups } = readSeries(signal)
  const counts = days.map((_, at) => groups.reduce((sum, group) => sum + (group.counts[at] ?? 0), 0))
  const tones = new Map(days.map((day) => [day, { known: 0, sum: 0 }]))
  for (const { day, tone } of signal.documents) {
    const sum = tones.get(day)
    if (sum === undefined || tone.label === 'unknown') continue
    sum.known += 1
    sum.sum += tone.score ?? 0
  }
  const series = {
    firstDay: signal.firstDay,
    counts,
    stories,
    exposure: totals,
    tones: days.map((day) => {
      const { known, sum } = tones.get(day) ?? { known: 0, sum: 0 }
      return { known, mean: known === 0 ? 0 : sum / known }
    }),
  }
  const evaluated = [...evaluateDays(series, 0, rule)]
  const backtest = summarizeBacktest(evaluated, { cooldownHours, before: initialMonitorState })
  const fired = backtest.days.filter((day) => day.fired).map(({ day }) => day)
  return {
    unit: unitOf(rule),
    limit: limitOf(rule),
    backtest: {
      months: Math.max(1, Math.round(days.length / 30)),
      firstDay: days[0] ?? null,
      lastDay: days.at(-1) ?? null,
      coveredDays: days.length,
      evaluatedDays: backtest.evaluated,
      reason: null,
      firings: backtest.firings,
      days: fired,
      holdsNow: backtest.days.at(-1)?.holds ?? null,
    },
    points: backtest.days.map(({ day, value, holds, fired: isFired }, at) => ({
      day,
      documents: counts[at] ?? null,
      value,
      holds,
      fired: isFired,
    })),
  }
}

function unitOf({ kind }: MonitorRule): MonitorPreview['unit'] {
  if (kind.startsWith('tone')) return 'tone'
  return kind === 'volume-above' || kind === 'volume-below' ? 'documents' : 'ratio'
}

function limitOf(rule: MonitorRule): number | null {
  if ('documents' in rule) return rule.documents
  if ('times' in rule) return rule.times
  if ('ratio' in rule) return rule.ratio
  return 'tone' in rule ? rule.tone : null
}
