import type { ForecastSection } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { Signals } from '../signals.module.ts'
import type { ForecastDependencies } from './forecast-dependencies.ts'
import { createForecastScoresRepository } from './forecast-scores.repository.ts'
import { createForecastJobs } from './forecasts.jobs.ts'
import { createForecastsRepository } from './forecasts.repository.ts'
import { showForecast } from './issue-forecasts.ts'
import { listForecasts, readScoreboard } from './scoreboard.ts'

export interface ForecastsModule {
  operations: ForecastsOperations
  /** The section `forecast` of a signal; every forecast shown is stored. */
  forecast: (question: { query: CanonicalQuery }) => Promise<ForecastSection>
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
