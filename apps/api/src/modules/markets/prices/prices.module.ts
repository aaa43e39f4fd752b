import type { Provenance } from '@auspex/sdk/types'
import type { PriceProvider } from '@auspex/sources'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../../reports/index.ts'
import { createFindCloses } from './closes.ts'
import { createDemoPriceSet } from './demo-price-set.ts'
import { createPricesOperations, type PricesOperations } from './prices.operations.ts'
import { createPricesRepository } from './prices.repository.ts'
import { marketOf } from './symbols.ts'

export interface PricesDependencies {
  database: Database
  documents: DocumentsModule
  signals: Signals
  providers: readonly PriceProvider[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** Prices of stocks and currencies compared with a signal. */
export function createPricesModule({
  database,
  documents,
  signals,
  providers,
  provenance,
  clock,
}: PricesDependencies): {
  operations: PricesOperations
} {
  const repository = createPricesRepository(database)
  const demo = createDemoPriceSet({ repository, documents, clock })
  const findCloses = createFindCloses({ repository, providers, demo, clock })
  return {
    operations: createPricesOperations({
      repository,
      demo,
      providers,
      provenance,
      signals,
      findCloses,
      marketOf,
      clock,
    }),
  }
}
