import type { Category, Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createTrendsOperations, type TrendsOperations } from './trends.operations.ts'
import { createTrendsRepository } from './trends.repository.ts'
import { createTrendsUsecases } from './trends.usecases.ts'
import { createTrendsWatch } from './trends.watch.ts'

export type { TrendsOperations } from './trends.operations.ts'

export interface TrendsModuleDependencies {
  database: Database
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  categories: readonly Category[]
  clock: Clock
  log: Logger
}

export interface TrendsModule {
  operations: TrendsOperations
  /** Keeps the trends in step with the library, in the background. */
  start(): void
  stop(): Promise<void>
}

/** Trends: what the library says more of than before. */
export function createTrendsModule({
  database,
  documents,
  provenance,
  categories,
  clock,
  log,
}: TrendsModuleDependencies): TrendsModule {
  const trends = createTrendsUsecases({ repository: createTrendsRepository(database), documents, provenance, clock })
  const watch = createTrendsWatch({ trends, clock, log })
  return {
    operations: createTrendsOperations({ trends, categories }),
    start: () => watch.start(),
    stop: () => watch.stop(),
  }
}
