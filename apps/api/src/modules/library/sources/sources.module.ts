import type { Provenance } from '@auspex/sdk/types'
import { type CatalogueEntry, type PriceProvider, sourceCatalogue } from '@auspex/sources'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Config } from '../../../config/config.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../documents.module.ts'
import { type Connector, createKnownSources, type Schedule, scheduleOnTimer } from './known-sources.ts'
import { createProvenance } from '../provenance.ts'
import { createOutages, type Outages, withOutages } from './outages.ts'
import { createSourceProbes } from './source-probes.ts'
import { createSourceProbesRepository } from './source-probes.repository.ts'
import { createSourcesOperations, type SourcesOperations } from './sources.operations.ts'

export interface SourcesDependencies {
  config: Config
  database: Database
  documents: DocumentsModule
  /** The enabled connectors. */
  connectors: readonly Connector[]
  /** The available price providers. */
  priceProviders: readonly PriceProvider[]
  clock: Clock
  log: Logger
  /** When to retry sources that are down; by default on a timer. */
  schedule?: Schedule | undefined
  /** Every source that this version knows. */
  catalogue?: readonly CatalogueEntry[]
}

export interface SourcesModule {
  operations: SourcesOperations
  /** Sources that are down, so that nothing waits for them. */
  outages: Outages
  /** Whether reports are made of real or of demo documents. */
  provenance: () => Promise<Provenance>
}

/** Where documents come from, what each source needs, and whether it answers. */
export function createSourcesModule(dependencies: SourcesDependencies): SourcesModule {
  const { config, database, documents, priceProviders, clock, log, catalogue = sourceCatalogue } = dependencies
  const prices = priceProviders.map((provider): Connector => ({ ...provider, kind: 'prices' }))
  const connectors = [...dependencies.connectors, ...prices]
  const knownSources = createKnownSources({ catalogue, connectors, settingNames: config.settingNames })
  const outages = createOutages({
    probe: (key, signal) => probes.probeAgain(key, signal),
    schedule: dependencies.schedule ?? scheduleOnTimer,
    clock,
    log,
  })
  const probes = createSourceProbes({
    knownSources,
    mode: config.sources,
    repository: createSourceProbesRepository(database),
    outages,
    clock,
    log,
  })
  const provenance = createProvenance({
    mode: config.sources,
    connectors: dependencies.connectors.map((source) => withOutages(source, outages)),
    hasRealDocuments: async () =>
      (await documents.librarySummary()).sources.some((source) => source.sourceKey !== 'demo' && source.documents > 0),
    clock,
  })
  return { operations: createSourcesOperations({ documents, provenance, knownSources, probes }), outages, provenance }
}
