import type { PriceProvider } from '@auspex/sources'
import type { Provenance } from '@auspex/sdk/types'
import type { Foundation } from '../foundation.types.ts'
import { type DocumentsModule, type Library, categories } from '../library/index.ts'
import type { Signals } from '../reports/index.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createTrendsModule } from './trends/trends.module.ts'
import { createDemoPriceSet } from './prices/closes.ts'
import { type PricesOperations, createPricesOperations } from './prices/prices.operations.ts'
import { createPricesRepository } from './prices/prices.repository.ts'

interface MarketsDependencies extends Foundation {
  documents: Library['documents']
  provenance: Library['provenance']
  signals: Signals
  priceProviders: readonly PriceProvider[]
}

/** Trends of the library, and prices beside the attention that they get. */
export function createMarkets(dependencies: MarketsDependencies) {
  const trends = createTrendsModule({ ...dependencies, categories })
  const prices = createPricesModule({ ...dependencies, providers: dependencies.priceProviders })
  return {
    trends: trends.trends,
    operations: { ...trends.operations, ...prices.operations },
    jobs: trends.jobs,
  }
}

interface PricesDependencies {
  database: Database
  documents: DocumentsModule
  signals: Signals
  providers: readonly PriceProvider[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** Prices of stocks and currencies compared with a signal. */
function createPricesModule(dependencies: PricesDependencies): { operations: PricesOperations } {
  const { database, documents, clock } = dependencies
  const prices = createPricesRepository(database)
  const demo = createDemoPriceSet({ prices, documents, clock })
  return { operations: createPricesOperations({ ...dependencies, prices, demo, failures: new Map() }) }
}

export type { Comparison } from './trends/library-comparison.ts'
export { noWindows } from './trends/measure-terms.ts'
export { byTopic, documentCounts, measureTopic } from './trends/measure-topic.ts'
export { count, factor, plural, describeTellers } from './trends/trend-words.ts'
export { type Trends, createTrendsModule } from './trends/trends.module.ts'
export { categoryNotFound } from './trends/trends.module.ts'
