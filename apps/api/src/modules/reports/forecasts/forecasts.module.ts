import { wilsonInterval } from '@auspex/analytics'
import type { BandCoverage, ForecastSection, ModelScore, Scoreboard, StoredForecast } from '@auspex/sdk/types'
import { type PageInfo, type PageRequest, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type Job, type Queue, createJob } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { Signals } from '../signals.module.ts'
import type { ForecastDependencies } from './forecast-dependencies.ts'
import { type ScoreSums, createForecastScoresRepository } from './forecast-scores.repository.ts'
import { type ForecastFilter, type ScoredForecast, createForecastsRepository } from './forecasts.repository.ts'
import { forecastSignal, showForecast } from './issue-forecasts.ts'
import { scoreDue } from './score-forecasts.ts'

/** The unit is a day, so the schedule only limits how late a new day is noticed. */
const queue: Queue = { name: 'forecasts', isExclusive: true, schedule: '*/10 * * * *' }
/** Signals whose forecast was viewed within this time continue to get one a day. */
const watchedForMs = 30 * 86_400_000
const forecastsPerPass = 20

/** Scores forecasts that are due and issues the day's forecasts. */
export function createForecastJobs(deps: ForecastDependencies): Job[] {
  const { forecasts, clock, log } = deps
  return [
    createJob({
      queue,
      async run(_, { signal }) {
        await scoreDue(deps)
        const now = clock.now()
        const day = now.toISOString().slice(0, 10)
        const since = new Date(now.getTime() - watchedForMs)
        for (const signalId of await forecasts.findUnissued({ since, day, limit: forecastsPerPass })) {
          if (signal.aborted) return // the next job continues with the rest
          // first, so that a signal that cannot be forecast, or crashes the process, is behind the others the next time
          await forecasts.noteTry(signalId, now)
          await forecastSignal(signalId, deps).catch((error: unknown) =>
            log.warn({ err: error, signalId }, 'a signal could not be forecast and will be tried again'),
          )
        }
      },
    }),
  ]
}

const method =
  'Every forecast that was shown is stored once a day, signal and horizon, and scored when the library has reached its last day: MASE is the mean absolute error over that of repeating the last week in the history; coverage counts days inside a band.'
const note =
  'Days of one forecast are correlated, so the intervals are narrower than they should be. Only signals that somebody looked at are forecast. Back-tests of archives are forecast from before their last weeks, and add to no number of forecasts.'

/** Totals over all forecasts. They name no signal. */
async function readScoreboard({ scores, clock }: ForecastDependencies): Promise<Scoreboard> {
  const sums = await scores.sumScores()
  const realForecasts = sums.filter(({ isBacktest }) => !isBacktest)
  const total = (valueOf: (sum: ScoreSums) => number) => realForecasts.reduce((all, one) => all + valueOf(one), 0)
  return {
    asOf: clock.now().toISOString().slice(0, 10),
    issued: total(({ issued }) => issued),
    scored: total(({ scored }) => scored),
    backtests: sums.filter(({ isBacktest }) => isBacktest).reduce((all, { issued }) => all + issued, 0),
    items: sums.map(toModelScore),
    method,
    note,
  }
}

function toModelScore({ scaledError, naiveScaledError, inside50, inside80, inside95, ...sums }: ScoreSums): ModelScore {
  const days = sums.daysScored
  return {
    ...sums,
    mase: days === 0 ? null : scaledError / days,
    naiveMase: days === 0 ? null : naiveScaledError / days,
    coverage: [toCoverage(0.5, inside50, days), toCoverage(0.8, inside80, days), toCoverage(0.95, inside95, days)],
  }
}

function toCoverage(level: number, inside: number, days: number): BandCoverage {
  const interval = wilsonInterval(inside, days)
  return {
    level,
    inside,
    days,
    share: days === 0 ? null : inside / days,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  }
}

/** Forecasts with their outcomes, newest first. */
async function listForecasts(
  { page, ...filter }: ForecastFilter & { page: PageRequest },
  { forecasts }: ForecastDependencies,
): Promise<{ items: StoredForecast[]; page: PageInfo }> {
  const { items, total } = await forecasts.list(filter, page)
  return { items: items.map(toStoredForecast), page: toPageInfo(page, total) }
}

/** Maps a stored forecast to the contract. */
function toStoredForecast({
  score,
  scale,
  lastDay: _lastDay,
  models: _models,
  backtestMase: _mase,
  ...issued
}: ScoredForecast): StoredForecast {
  const days = score?.days ?? 0
  return {
    ...issued,
    actual: score?.actual ?? [],
    state: score?.state ?? 'open',
    daysScored: days,
    mase: score === null || days === 0 ? null : score.absoluteError / days / scale,
    naiveMase: score === null || days === 0 ? null : score.naiveAbsoluteError / days / scale,
    inside80: score === null || days === 0 ? null : score.inside80,
  }
}

export interface ForecastsModule {
  operations: ForecastsOperations
  /** The section `forecast` of a signal; every forecast shown is stored. */
  forecast: (request: { query: CanonicalQuery }) => Promise<ForecastSection>
  /** Scores forecasts that are due, issues the missing ones of the day. */
  jobs: readonly Job[]
}

/** Forecasts of signals, stored when shown and scored when their days are over. */
export function createForecastsModule({
  database,
  signals,
  createId,
  clock,
  log,
}: {
  database: Database
  signals: Signals
  createId: CreateId
  clock: Clock
  log: Logger
}): ForecastsModule {
  const forecasts = createForecastsRepository(database)
  const scores = createForecastScoresRepository(database)
  const deps = { forecasts, scores, signals, createId, clock, log }
  return {
    operations: createForecastsOperations(deps),
    forecast: ({ query }) => showForecast(query.signalId, deps),
    jobs: createForecastJobs(deps),
  }
}

type ForecastsOperations = ReturnType<typeof createForecastsOperations>

/** The operations of forecasts. Signals are public queries, and the scoreboard names none of them. */
function createForecastsOperations(deps: ForecastDependencies) {
  return {
    getScoreboard: async () => ({ status: 200, body: await readScoreboard(deps) }),
    listForecasts: async ({ query: { signalId, state, ...query } }) => ({
      status: 200,
      body: await listForecasts({ signalId, state, page: toPageRequest(query) }, deps),
    }),
  } satisfies Partial<Handlers>
}
