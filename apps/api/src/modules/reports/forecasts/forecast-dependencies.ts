import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { Signals } from '../signals.module.ts'
import type { ForecastScoresRepository } from './forecast-scores.repository.ts'
import type { ForecastsRepository } from './forecasts.repository.ts'

/** What forecasts are made, stored and scored with. */
export interface ForecastDependencies {
  forecasts: ForecastsRepository
  scores: ForecastScoresRepository
  signals: Signals
  createId: CreateId
  clock: Clock
  log: Logger
}
