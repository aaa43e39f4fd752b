import type { Provenance } from '@auspex/sdk/types'
import type { PriceFailure, PriceProvider } from '@auspex/sources'
import type { Clock } from '../../../kernel/clock.ts'
import type { Signals } from '../../reports/index.ts'
import type { createDemoPriceSet } from './demo-price-set.ts'
import type { PricesRepository } from './prices.repository.ts'

/** What prices are found and compared with. */
export interface PriceDependencies {
  prices: PricesRepository
  /** In the order in which they are queried. */
  providers: readonly PriceProvider[]
  /** The failures of the last minute, by provider and symbol. */
  failures: Map<string, { at: number; failure: PriceFailure }>
  demo: ReturnType<typeof createDemoPriceSet>
  signals: Signals
  provenance: () => Promise<Provenance>
  clock: Clock
}
