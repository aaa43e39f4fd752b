import { type DailyReport, takeReading } from '@auspex/analytics'
import type { PortfolioTrend } from '@auspex/sdk/types'
import { type Fields, isFields, objectsIn } from '../state/fields.ts'
import { measureMonitor } from './monitors.ts'
import type { MeasuredSignal } from './series.ts'
import type { Signals } from './signals.ts'
import { readWorldQuery, type WorldQuery } from './world.ts'

/** What a portfolio says about a signal: numbers of its report. */
function measureTrend(signal: MeasuredSignal, report: DailyReport): Partial<PortfolioTrend> {
  const at = new Date(signal.world.now()).toISOString()
  const { events, sources: _sources, ...reading } = takeReading(report)
  return {
    ...reading,
    signalId: signal.signalId,
    query: signal.query.echo,
    stage: report.stage.stage,
    documents: report.counts.documents,
    newestEvent: events[0] ?? null,
    outcome: { state: 'ok', code: null, reason: null, at },
    refreshedAt: at,
  }
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
  const measured = measureTrend(signal, signals.dailyReport(signal))
  const given = request === undefined ? item['title'] : givenTitle(request, signal.signalId)
  return { ...item, ...measured, title: given ?? signal.query.echo.title }
}

/** The title that a request gives a signal, wherever it names it. */
function givenTitle(request: unknown, signalId: string): string | null {
  const named = [...objectsIn(request)].find(
    (each) => each['signalId'] === signalId && typeof each['title'] === 'string',
  )
  return named === undefined ? null : String(named['title'])
}

/** The query of the request, in its body or as a field of it, else that of the item. */
function queryOf(item: Fields, request: unknown): WorldQuery | null {
  const body = isFields(request) ? request : {}
  const given = isFields(body['query']) ? body['query'] : body
  const stored = item['query']
  const typed = 'query_term' in given || 'x_term' in given ? given : stored
  return isFields(typed) ? readWorldQuery(typed) : null // as the contract's schema of the body
}
