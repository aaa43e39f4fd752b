import type { ForecastSection } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { SignalQuestion, Signals } from '../signals/index.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import { createForecastJobs } from './forecasts.jobs.ts'
import { createForecastsOperations, type ForecastsOperations } from './forecasts.operations.ts'
import { createForecastsRepository } from './forecasts.repository.ts'
import { forecastSignal } from './issue-forecasts.ts'

export type { ForecastsOperations } from './forecasts.operations.ts'

export interface ForecastsModule {
  operations: ForecastsOperations
  /** The section `forecast` of a signal; what it shows is stored. */
  forecast: (question: Pick<SignalQuestion, 'query'>) => Promise<ForecastSection>
  /** Scores what is due, issues what the day lacks. */
  jobs: readonly Job[]
}

/** Forecasts of signals, stored when shown and scored when their days come. */
export function createForecastsModule({
  database,
  signals,
  createId,
  clock,
  log,
}: {
  database: Database
  signals: Pick<Signals, 'readReport'>
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
