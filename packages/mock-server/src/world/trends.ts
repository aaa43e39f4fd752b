import { addDays, countDays, listDays, mondayOf } from '@auspex/contract/days'
import type { PortfolioTrend, SignalReport } from '@auspex/sdk/types'
import { type Fields, isFields } from '../state/fields.ts'
import { measureMonitor } from './monitors.ts'
import { type MeasuredSignal, measureVolume, readSeries } from './series.ts'
import type { Signals } from './signals.ts'
import { readWorldQuery, type WorldQuery } from './world.ts'

const sparklineDays = 60
const trendWeeks = 26

/** What a portfolio says about a signal: numbers of its report. */
export function measureTrend(
  signal: MeasuredSignal,
  report: SignalReport,
): Omit<PortfolioTrend, 'id' | 'title' | 'cover' | 'addedAt'> {
  const { firstDay, lastDay, world, query, signalId } = signal
  const at = new Date(world.now()).toISOString()
  const byDay = dailyCounts(signal)
  const begin = addDays(lastDay, 1 - sparklineDays)
  const days = listDays(begin > firstDay ? begin : firstDay, lastDay)
  const week = days.slice(-7)
  const average = week.reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0) / Math.max(1, week.length)
  const weeks = measureVolume(signal, readSeries(signal), { interval: 'week' }).points.slice(-trendWeeks)
  const [event] = report.events.events.toSorted((a, b) => (a.peak < b.peak ? 1 : -1))
  const { ratio, reason } = report.momentum
  return {
    signalId,
    query: query.echo,
    stage: report.stage.stage,
    momentum: ratio,
    momentumReason: ratio === null ? reason : null,
    level: {
      day: lastDay,
      documents: byDay.get(lastDay) ?? 0,
      average: Math.round(average * 100) / 100,
      coveredDays: Math.max(1, week.length),
    },
    tone: report.tone.mean,
    documents: report.counts.documents,
    sparkline: days.map((day) => ({ day, documents: byDay.get(day) ?? 0 })),
    weeks: weeks.map((point) => ({
      week: weekOf(point.firstDay),
      firstDay: mondayOf(point.firstDay),
      documents: point.documents,
      coveredDays: point.coveredDays,
    })),
    newestEvent:
      event === undefined
        ? null
        : {
            day: event.peak,
            title: event.headline?.title ?? null,
            documentId: event.headline?.documentId ?? null,
            stories: event.stories,
            ratio: event.stories / event.expected,
            isOver: event.until !== null,
          },
    outcome: { state: 'ok', code: null, reason: null, at },
    refreshedAt: at,
  }
}

/** The documents of each day that has any. */
export function dailyCounts({ documents }: MeasuredSignal): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { day } of documents) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

/** The ISO 8601 week of a day: that of its Thursday. */
function weekOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3)
  const number = Math.floor((countDays(`${thursday.slice(0, 4)}-01-01`, thursday) - 1) / 7) + 1
  return `${thursday.slice(0, 4)}-W${String(number).padStart(2, '0')}`
}

/**
 * An item with the measures of the signals in it: those of a search, a trend, a monitor or a saved search. Measures are stored, as on the server, and
 * taken again on refresh. `request` is the body that created the item: its titles and queries win over those of examples.
 */
export function withMeasures(item: unknown, request: unknown, signals: Signals): unknown {
  if (Array.isArray(item)) return item.map((each: unknown) => withMeasures(each, request, signals))
  if (!isFields(item)) return item
  if ('matched' in item && 'request_id' in item) {
    const query = queryOf(item, request)
    return query === null || item['status'] === 'cancelled' ? item : { ...item, ...signals.search(query) }
  }
  if ('sparkline' in item && typeof item['signalId'] === 'string') return withTrend(item, request, signals)
  if ('backtest' in item && 'rule' in item) {
    const query = queryOf(item, request)
    return query === null ? item : { ...item, ...measureMonitor(query, item, signals) }
  }
  if ('searchedAt' in item) {
    const query = queryOf(item, request)
    return query === null ? item : { ...item, signalId: signals.idOf(query), query: query.echo }
  }
  return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, withMeasures(inner, request, signals)]))
}

function withTrend(item: Fields, request: unknown, signals: Signals): Fields {
  const signal = signals.measure(String(item['signalId']))
  if (signal === null) return item
  const measured: Partial<PortfolioTrend> = measureTrend(signal, signals.report(signal))
  const given = request === undefined ? item['title'] : givenTitle(request, signal.signalId)
  return { ...item, ...measured, title: given ?? signal.query.echo.title }
}

/** The title that a request gives a signal, wherever it names it. */
function givenTitle(request: unknown, signalId: string): string | null {
  if (typeof request !== 'object' || request === null) return null
  if (isFields(request) && request['signalId'] === signalId && typeof request['title'] === 'string')
    return request['title']
  for (const inner of Object.values(request)) {
    const found = givenTitle(inner, signalId)
    if (found !== null) return found
  }
  return null
}

/** The query of the request, in its body or as a field of it, else that of the item. */
function queryOf(item: Fields, request: unknown): WorldQuery | null {
  const body = isFields(request) ? request : {}
  const given = isFields(body['query']) ? body['query'] : body
  const stored = item['query']
  const typed = 'query_term' in given || 'x_term' in given ? given : isFields(stored) ? stored : null
  return typed === null ? null : readWorldQuery(typed) // as the contract's schema of the body
}
