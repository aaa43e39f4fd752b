import { type DayValue, type Forecast, type ForecastRefusal, forecastSeries, sayDay } from '@auspex/analytics'
import type { ForecastSection, HorizonForecast } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { DailyReport, Signals } from '../signals/index.ts'
import type { ForecastsRepository, IssuedForecast } from './forecasts.repository.ts'
import { daysAfter, toHistory } from './signal-history.ts'

export interface IssueDependencies {
  repository: ForecastsRepository
  signals: Pick<Signals, 'readReport'>
  createId: CreateId
  clock: Clock
}

/** Two weeks and four: weekdays are whole in both. */
const horizons = [14, 28] as const
const historyShown = 120
/** What the last weeks are when a forecast of two weeks is refused. */
const recentDays = 56

const note =
  'A forecast knows the past of this signal and nothing else: no event that has not happened, no source that joins, fades or changes what it collects.'
const method =
  'The model with the lowest MASE on rolling origins of the past (Hyndman & Koehler 2006); bands are conformal, from what past forecasts missed by.'

/**
 * The section `forecast`: what was stored today, or what is made and stored now. Refuses with a reason when the past is too short, has gaps or
 * is silent; a longer horizon is left out where only it asks for more.
 */
export async function forecastSignal(signalId: string, deps: IssueDependencies): Promise<ForecastSection> {
  const { repository, signals, clock } = deps
  const report = await signals.readReport(signalId)
  const today = clock.now().toISOString().slice(0, 10)
  const history = toHistory(report, today)
  const issued = await repository.findIssued(signalId, today)
  const isEnded = history.length === 0 && report.volume.groups.some(({ spans }) => spans.length > 0)
  const ended = isEnded && report.counts.documents > 0 ? report.momentum.asOf : null
  if (issued.length > 0) return present({ history, issued, refused: null, ended })
  const results = horizons.map((horizon) => forecastDocuments(history, horizon))
  const refusals = results.flatMap((one) => ('refused' in one ? one.refused : []))
  for (const forecast of results) {
    if ('refused' in forecast) continue
    await repository.issue(toIssued({ report, history, forecast, today, deps }), clock.now())
  }
  return present({
    history,
    // What another request stored a moment before is what counts.
    issued: refusals.length === results.length ? [] : await repository.findIssued(signalId, today),
    refused: refusals.length === results.length ? (refusals[0] ?? null) : null,
    ended,
  })
}

function forecastDocuments(history: readonly DayValue[], horizon: number) {
  return forecastSeries({
    values: history.map(({ value }) => value),
    kind: 'count',
    horizon,
    period: 7,
    candidates: [7, 365],
  })
}

function toIssued(input: {
  report: DailyReport
  history: readonly DayValue[]
  forecast: Forecast
  today: string
  deps: IssueDependencies
}): IssuedForecast {
  const { report, history, forecast, today, deps } = input
  const asOf = history.at(-1)?.day ?? today
  const days = daysAfter(asOf, forecast.steps.length)
  return {
    id: deps.createId('fc'),
    signalId: report.signalId,
    title: report.query.title,
    provenance: report.provenance,
    horizonDays: forecast.steps.length,
    issuedDay: today,
    asOf,
    lastDay: days.at(-1) ?? asOf,
    model: forecast.model,
    libraryRevision: report.libraryRevision,
    scale: forecast.scale,
    backtestMase: forecast.models[0]?.mase ?? 0,
    days: forecast.steps.map((step, index) => ({ day: days[index] ?? asOf, ...step })),
    naive: forecast.naive,
    models: forecast.models.map(({ coverage, ...model }) => ({
      ...model,
      coverage50: coverage[0.5],
      coverage80: coverage[0.8],
      coverage95: coverage[0.95],
    })),
  }
}

function present({
  history,
  issued,
  refused,
  ended,
}: {
  history: readonly DayValue[]
  issued: readonly IssuedForecast[]
  refused: ForecastRefusal | null
  /** Last covered day of a topic all of whose sources have ended. */
  ended: string | null
}): ForecastSection {
  return {
    section: 'forecast',
    measure: 'documents',
    refused,
    reason: refused === null ? null : sayRefusal(refused, history, ended),
    history: history.slice(-historyShown).map(({ day, value }) => ({ day, documents: value })),
    horizons: issued.map(toHorizon),
    note,
    method,
  }
}

function toHorizon(forecast: IssuedForecast): HorizonForecast {
  const { id, horizonDays, issuedDay, asOf, model, libraryRevision, days, models } = forecast
  return { id, horizonDays, issuedDay, asOf, model, libraryRevision, days, models }
}

function sayRefusal(refused: ForecastRefusal, history: readonly DayValue[], ended: string | null): string {
  if (ended !== null) return `Its sources end on ${sayDay(ended)}, and nothing is forecast beyond their end.`
  const known = history.filter(({ value }) => value !== null).length
  switch (refused) {
    case 'too-short':
      return `${history.length} days are known, and a forecast of two weeks needs at least 70 to be tested on the past. Search again later, or import older documents.`
    case 'patchy':
      return `Only ${known} of ${history.length} days were covered by a source, or too few of the last ones. Gaps cannot be carried on; see Coverage.`
    case 'dead':
    default:
      return history.slice(-recentDays).every(({ value }) => value === null || value === 0)
        ? 'Nothing was said in the last weeks: a forecast would only repeat the silence.'
        : 'Hardly anything was said in the last weeks: a forecast would only repeat the silence.'
  }
}
