import {
  type DailyReport,
  type DayValue,
  type Forecast,
  type ForecastRefusal,
  forecastSeries,
  formatDay,
} from '@auspex/analytics'
import type { ForecastSection, HorizonForecast } from '@auspex/sdk/types'
import type { ForecastDependencies } from './forecast-dependencies.ts'
import type { IssuedForecast, ScoredForecast } from './forecasts.repository.ts'
import { scoreValues } from './score-forecasts.ts'
import { daysAfter, type SignalHistory, toArchive, toHistory } from './signal-history.ts'

/** Two weeks and four: both contain each weekday equally often. */
const horizons = [14, 28] as const

/** The history considered recent when a two-week forecast is refused. */
const recentDays = 56

const limits =
  'A forecast is based only on the past of this signal: it cannot foresee events, or sources that start, fade or change what they collect.'

const maxHistoryDays = 120

const method =
  'The model with the lowest MASE on rolling origins of the past (Hyndman & Koehler 2006); bands are conformal, from what past forecasts missed by.'

/** The forecast that somebody looks at: from now on its signal gets one a day. */
export async function showForecast(signalId: string, deps: ForecastDependencies): Promise<ForecastSection> {
  const { query } = await deps.signals.readReport(signalId)
  if (query.asOf == null) await deps.forecasts.watch(signalId, deps.clock.now())
  return forecastSignal(signalId, deps)
}

/**
 * The section `forecast`: today's stored forecast, or one that is made and stored now. Refuses with a reason when the history is too short, has gaps
 * or is silent; a longer horizon is omitted if only that one needs more history. For an archive it is a back-test, which is scored at once.
 */
export async function forecastSignal(signalId: string, deps: ForecastDependencies): Promise<ForecastSection> {
  const { forecasts, signals, clock } = deps
  const report = await signals.readReport(signalId)
  const today = clock.now().toISOString().slice(0, 10)
  if (report.query.asOf != null) return forecastPastDay(report, today, deps)
  const [live, archive] = [toHistory(report, today), toArchive(report, today)]
  const issued = await forecasts.findIssued(signalId, today)
  if (issued[0] !== undefined) return present(issued[0].isBacktest ? archive : live, issued)
  const path = makePath(live)
  if (!('refusal' in path)) {
    await issue({ path, report, today, deps })
    return present(live, await forecasts.findIssued(signalId, today))
  }
  if (archive.days.length === 0) return refuse(path.refusal, live)
  const lastBacktests = await forecasts.findLastBacktests(signalId)
  if (isSame(lastBacktests, archive)) return present(archive, lastBacktests)
  const backtest = makePath(archive)
  if ('refusal' in backtest)
    return live.days.length === 0 ? refuse(backtest.refusal, archive) : refuse(path.refusal, live)
  await issue({ path: backtest, report, today, deps })
  return present(archive, await forecasts.findIssued(signalId, today))
}

/**
 * The forecast that was possible on a past day, from what was known then, beside what came since: a back-test. It is made once, of the horizons
 * whose days are over.
 */
async function forecastPastDay(
  report: DailyReport,
  today: string,
  deps: ForecastDependencies,
): Promise<ForecastSection> {
  const { signalId, query } = report
  const asOf = query.asOf ?? today
  const history = toHistory(report, asOf)
  const lastBacktests = await deps.forecasts.findLastBacktests(signalId)
  if (lastBacktests.length > 0) return present(history, lastBacktests)
  const path = makePath(history)
  if ('refusal' in path) return refuse(path.refusal, history)
  const days = daysAfter(path.from.at(-1)?.day ?? asOf, path.forecast.steps.length)
  const over = days.filter((day) => day < today).length
  const horizon = horizons.findLast((length) => length <= over)
  if (horizon === undefined) return { ...present(history, []), refused: 'too-short', reason: describeTooRecent(asOf) }
  const since = query.todaySignalId === undefined ? report : await deps.signals.readReport(query.todaySignalId)
  const came = new Map(since.volume.days.map(({ day, documents, isCovered }) => [day, isCovered ? documents : null]))
  const actual = days.slice(0, horizon).map((day) => came.get(day) ?? null)
  await issue({ path: { ...cutPath(path, horizon), actual }, report, today, deps })
  return present(history, await deps.forecasts.findLastBacktests(signalId))
}

function describeTooRecent(asOf: string): string {
  return `A forecast as of ${formatDay(asOf)} is shown beside what came, once its two weeks are over.`
}

interface IssueOptions {
  path: Path
  report: DailyReport
  today: string
  deps: ForecastDependencies
}

/** Stores each horizon of a path, and for a back-test the actual values. */
async function issue({ path, report, today, deps }: IssueOptions): Promise<void> {
  const { forecasts, scores, clock } = deps
  for (const horizon of horizons.filter((days) => days <= path.forecast.steps.length))
    await forecasts.issue(toIssued({ report, path: cutPath(path, horizon), today, deps }), clock.now())
  if (path.actual.length === 0) return
  // what another request has just stored takes precedence
  for (const stored of await forecasts.findIssued(report.signalId, today))
    await scores.saveScore(stored.id, scoreValues(stored, path.actual.slice(0, stored.horizonDays)), clock.now())
}

/** Whether back-tests exist for exactly the last days of an archive: they would give the same result again. */
function isSame(stored: readonly ScoredForecast[], { days }: SignalHistory): boolean {
  const valuesByDay = new Map(days.map(({ day, value }) => [day, value]))
  return (
    stored.at(-1)?.lastDay === days.at(-1)?.day &&
    stored.every(({ days: steps, score }) =>
      steps.every(
        ({ day }, index) => score !== null && (valuesByDay.get(day) ?? null) === (score.actual[index] ?? null),
      ),
    )
  )
}

function refuse(refusal: ForecastRefusal, history: SignalHistory): ForecastSection {
  return { ...present(history, []), refused: refusal, reason: describeRefusal(refusal, history) }
}

function toIssued({ report, path, today, deps }: IssueOptions): IssuedForecast {
  const { forecast, from } = path
  const asOf = from.at(-1)?.day ?? today
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
    backtestMase: forecast.maseUntilStep.at(-1) ?? 0,
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

function present(history: SignalHistory, issued: readonly ScoredForecast[]): ForecastSection {
  const asOf = issued[0]?.asOf ?? history.days.at(-1)?.day ?? ''
  return {
    section: 'forecast',
    measure: 'documents',
    refused: null,
    reason: null,
    history: history.days
      .filter(({ day }) => day <= asOf)
      .slice(-maxHistoryDays)
      .map(({ day, value }) => ({ day, documents: value })),
    horizons: issued.map(toHorizon),
    note: describeLimits(history, issued[0]),
    method,
  }
}

function toHorizon({ score, ...forecast }: ScoredForecast): HorizonForecast {
  const { id, horizonDays, issuedDay, asOf, isBacktest, model, libraryRevision, days, models } = forecast
  const actual = isBacktest ? (score?.actual ?? []) : []
  return { id, horizonDays, issuedDay, asOf, isBacktest, model, libraryRevision, days, actual, models }
}

/** The limitations of a forecast, and for a back-test what it is. */
function describeLimits({ days, isEnded }: SignalHistory, issued: ScoredForecast | undefined): string {
  const end = days.at(-1)?.day
  if (end === undefined || issued === undefined) return limits
  const { asOf, isBacktest } = issued
  if (!isEnded && isBacktest)
    return `A back-test, not a forecast of the future: it was made from what was known then about the days until ${formatDay(asOf)}, and is shown beside what came. ${limits}`
  if (!isEnded) return limits
  return `A back-test, not a forecast of the future: its main sources end on ${formatDay(end)}. Their data after ${formatDay(asOf)} was withheld and forecast from earlier days. ${limits}`
}

/** Why there is no forecast, with the numbers. */
function describeRefusal(refusal: ForecastRefusal, { days, isEnded }: SignalHistory): string {
  const end = days.at(-1)?.day
  if (!isEnded || end === undefined) return describeReason(refusal, { days, isEnded })
  return `Its sources end on ${formatDay(end)}, so only a back-test of their last days is possible. ${describeReason(refusal, { days, isEnded })}`
}

function describeReason(refusal: ForecastRefusal, { days, isEnded }: SignalHistory): string {
  const knownDays = days.filter(({ value }) => value !== null).length
  const weeks = isEnded ? 'the weeks before their end' : 'the last weeks'
  switch (refusal) {
    case 'too-short':
      return isEnded
        ? `${days.length} days are known, and a back-test of two weeks needs at least 84. Import older documents.`
        : `${days.length} days are known, and a forecast of two weeks needs at least 70 to be tested on the past. Search again later, or import older documents.`
    case 'patchy':
      return `Only ${knownDays} of ${days.length} days were covered by a source, or too few of the last ones. Gaps cannot be carried on; see Coverage.`
    case 'dead':
    default:
      return days.slice(-recentDays).every(({ value }) => value === null || value === 0)
        ? `Nothing was said in ${weeks}: a forecast would only repeat the silence.`
        : `Hardly anything was said in ${weeks}: a forecast would only repeat the silence.`
  }
}

/** A forecast as far as the history allows, with the days it was made from. */
interface Path {
  forecast: Forecast
  from: readonly DayValue[]
  /** The actual values of its days, for a back-test; empty for a forecast of the future. */
  actual: readonly (number | null)[]
}

/**
 * One path as far as the history allows, from which shorter horizons are cut, so that the forecast of a day does not depend on the horizon. If even
 * the shortest is refused, its reason is returned. For an archive the last days are withheld and forecast.
 */
function makePath({ days, isEnded }: SignalHistory): Path | { refusal: ForecastRefusal } {
  const over = (horizon: number): Path | { refusal: ForecastRefusal } => {
    const from = isEnded ? days.slice(0, -horizon) : days
    const values = from.map(({ value }) => value)
    const result = forecastSeries({ values, kind: 'count', horizon, period: 7, candidates: [7, 365] })
    if ('refusal' in result) return result
    return { forecast: result, from, actual: isEnded ? days.slice(-horizon).map(({ value }) => value) : [] }
  }
  const [shortestHorizon, longestHorizon] = horizons
  const path = over(longestHorizon)
  return 'refusal' in path ? over(shortestHorizon) : path
}

/** The first days of a path. */
function cutPath({ forecast, from, actual }: Path, count: number): Path {
  const { steps, naive, maseUntilStep, ...rest } = forecast
  return {
    forecast: {
      ...rest,
      steps: steps.slice(0, count),
      naive: naive.slice(0, count),
      maseUntilStep: maseUntilStep.slice(0, count),
    },
    from,
    actual: actual.slice(0, count),
  }
}
