import type { Provenance } from '@auspex/sdk/types'
import type { PriceProvider } from '@auspex/sources'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../../reports/index.ts'
import { createDemoPriceSet } from './demo-price-set.ts'
import { createPricesOperations, type PricesOperations } from './prices.operations.ts'
import { createPricesRepository } from './prices.repository.ts'

export interface PricesDependencies {
  database: Database
  documents: DocumentsModule
  signals: Signals
  providers: readonly PriceProvider[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** Prices of stocks and currencies compared with a signal. */
export function createPricesModule(dependencies: PricesDependencies): { operations: PricesOperations } {
  const { database, documents, clock } = dependencies
  const prices = createPricesRepository(database)
  const demo = createDemoPriceSet({ prices, documents, clock })
  return { operations: createPricesOperations({ ...dependencies, prices, demo, failures: new Map() }) }
}
