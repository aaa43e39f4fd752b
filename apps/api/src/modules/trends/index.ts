import type { Category, Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import { createTrendJobs } from './trends.jobs.ts'
import { createTrendsOperations, type TrendsOperations } from './trends.operations.ts'
import { createTrendsRepository } from './trends.repository.ts'
import { createTrendsUsecases, type TrendsUsecases } from './trends.usecases.ts'

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
}

/** What other modules may ask of trends. */
export type Trends = Omit<TrendsUsecases, 'age'>

export interface TrendsModule {
  operations: TrendsOperations
  trends: Trends
  /** Keeps the trends in step with the library. */
  jobs: readonly Job[]
}

/** Trends: what the library says more of than before. */
export function createTrendsModule(dependencies: TrendsModuleDependencies): TrendsModule {
  const { database, categories, clock } = dependencies
  const repository = createTrendsRepository(database)
  const trends = createTrendsUsecases({ ...dependencies, repository })
  return {
    operations: createTrendsOperations({ trends, categories }),
    trends,
    jobs: createTrendJobs({ trends, clock }),
  }
}
