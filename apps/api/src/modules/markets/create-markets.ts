import type { PriceProvider } from '@auspex/sources'
import type { Foundation } from '../foundation.types.ts'
import { categories, type Library } from '../library/index.ts'
import type { Signals } from '../reports/index.ts'
import { createPricesModule } from './prices/prices.module.ts'
import { createTrendsModule } from './trends/trends.module.ts'

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
