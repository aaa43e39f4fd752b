import type { ForecastSection } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { SignalQuestion } from '../find-signal.ts'
import type { Signals } from '../signals.module.ts'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import { createForecastJobs } from './forecasts.jobs.ts'
import { createForecastsRepository, type ForecastsRepository } from './forecasts.repository.ts'
import { forecastSignal } from './issue-forecasts.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { toScoreboard, toStoredForecast } from './scoreboard.ts'

export interface ForecastsModule {
  operations: ForecastsOperations
  /** The section `forecast` of a signal; every forecast shown is stored. */
  forecast: (question: Pick<SignalQuestion, 'query'>) => Promise<ForecastSection>
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
  const repository = createForecastsRepository(database)
  return {
    operations: createForecastsOperations({ repository, clock }),
    async forecast({ query }) {
      await repository.watch(query.signalId, clock.now())
      return forecastSignal(query.signalId, { repository, signals, createId, clock })
    },
    jobs: createForecastJobs({ repository, signals, createId, clock, log }),
  }
}

type ForecastsOperations = ReturnType<typeof createForecastsOperations>

/** The operations of forecasts. Signals are public queries, and the scoreboard names none of them. */
function createForecastsOperations({ repository, clock }: { repository: ForecastsRepository; clock: Clock }) {
  return {
    getScoreboard: async () => ({
      status: 200,
      body: toScoreboard(await repository.sumUp(), clock.now().toISOString().slice(0, 10)),
    }),
    listForecasts: async ({ query }) => {
      const request = toPageRequest(query)
      const { items, total } = await repository.list({ signalId: query.signalId, state: query.state }, request)
      return { status: 200, body: { items: items.map(toStoredForecast), page: toPageInfo(request, total) } }
    },
  } satisfies Partial<Handlers>
}
