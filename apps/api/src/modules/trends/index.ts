import type { Category, Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createTrendsOperations, type TrendsOperations } from './trends.operations.ts'
import { createTrendsRepository } from './trends.repository.ts'
import { createTrendsUsecases, type TrendsUsecases } from './trends.usecases.ts'
import { createTrendsWatch } from './trends.watch.ts'

export type { Comparison } from './library-comparison.ts'
export { byTopic, measureTopic } from './measure-topic.ts'
export type { StoredStory } from './story-clusters.ts'
export { count, factor, plural } from './trend-words.ts'
export { noWindows } from './trends.usecases.ts'
export { categoryNotFound, type TrendsOperations } from './trends.operations.ts'

export interface TrendsModuleDependencies {
  database: Database
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  categories: readonly Category[]
  clock: Clock
  log: Logger
}

/** What other modules may ask of trends. */
export type Trends = Omit<TrendsUsecases, 'isOld'>

export interface TrendsModule {
  operations: TrendsOperations
  trends: Trends
  /** Keeps the trends in step with the library, in the background. */
  start(): void
  stop(): Promise<void>
}

/** Trends: what the library says more of than before. */
export function createTrendsModule(dependencies: TrendsModuleDependencies): TrendsModule {
  const { database, categories, clock, log } = dependencies
  const repository = createTrendsRepository(database)
  const trends = createTrendsUsecases({ ...dependencies, repository })
  const watch = createTrendsWatch({ trends, clock, log })
  return {
    operations: createTrendsOperations({ trends, categories }),
    trends,
    start: () => watch.start(),
    stop: () => watch.stop(),
  }
}
