import type { Provenance } from '@auspex/sdk/types'
import { type CatalogueEntry, type PriceProvider, sourceCatalogue } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createKnownSources, type Connector } from './known-sources.ts'
import { createOutages, type Outages } from './outages.ts'
import { type Schedule, scheduleOnTimer } from './schedule.ts'
import { createSourceProbes } from './source-probes.ts'
import { createSourceProbesRepository } from './source-probes.repository.ts'
import { createSourcesOperations, type SourcesOperations } from './sources.operations.ts'

export { type Outages, withOutages } from './outages.ts'
export type { Schedule } from './schedule.ts'
export type { SourcesOperations } from './sources.operations.ts'

export interface SourcesDependencies {
  config: Pick<Config, 'sources' | 'settingNames'>
  database: Database
  documents: Pick<DocumentsModule, 'librarySummary'>
  /** The connectors that are switched on. */
  connectors: readonly Connector[]
  /** Who can be asked for prices. */
  priceProviders: readonly PriceProvider[]
  provenance: () => Promise<Provenance>
  clock: Clock
  log: Pick<Logger, 'error' | 'info' | 'warn'>
  /** When sources that are out are tried again; by default on a timer. */
  schedule?: Schedule | undefined
  /** Every source that this version knows. */
  catalogue?: readonly CatalogueEntry[]
}

export interface SourcesModule {
  operations: SourcesOperations
  /** Which sources give nothing, so that nobody waits for them. */
  outages: Outages
}

/** Where documents come from, what each source needs, and whether it answers. */
export function createSourcesModule(dependencies: SourcesDependencies): SourcesModule {
  const { config, database, priceProviders, clock, log, catalogue = sourceCatalogue, ...library } = dependencies
  const prices = priceProviders.map((provider): Connector => ({ ...provider, kind: 'prices' }))
  const connectors = [...dependencies.connectors, ...prices]
  const knownSources = createKnownSources({ catalogue, connectors, settingNames: config.settingNames })
  const outages = createOutages({
    probe: (key, signal) => probes.askAnew(key, signal),
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
  return { operations: createSourcesOperations({ ...library, knownSources, probes }), outages }
}
