import type { Provenance, SourceInfo } from '@auspex/sdk/types'
import { sourceLabel, type CatalogueEntry, type PriceProvider, sourceCatalogue } from '@auspex/sources'
import type { Handlers } from '../../../http/handlers.ts'
import type { DocumentsModule } from '../documents.module.ts'
import type { LibrarySummary } from '../coverage.repository.ts'
import {
  type KnownSource,
  type KnownSources,
  type Connector,
  createKnownSources,
  type Schedule,
  scheduleOnTimer,
} from './known-sources.ts'
import { type SourceProbes, createSourceProbes } from './source-probes.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Config } from '../../../config/config.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { createProvenance } from '../provenance.ts'
import { createOutages, type Outages, withOutages } from './outages.ts'
import { createSourceProbesRepository } from './source-probes.repository.ts'

export type SourcesOperations = ReturnType<typeof createSourcesOperations>

export interface SourcesOptions {
  knownSources: KnownSources
  probes: SourceProbes
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
}

/** Where documents come from, what the library has of each source, and whether it answers. */
export function createSourcesOperations({ knownSources, probes, documents, provenance }: SourcesOptions) {
  return {
    listSources: async () => {
      const [library, world] = await Promise.all([documents.librarySummary(), provenance()])
      const countsOf = (key: SourceInfo['key']) => countStored(library, key)
      const librarySources: SourceInfo[] = [{ ...importedSource, enabled: world === 'real', ...countsOf('imported') }]
      if (world === 'demo' || countsOf('demo').documents > 0)
        librarySources.push({ ...demoSource, enabled: world === 'demo', ...countsOf('demo') })
      const others = knownSources.list.filter(({ facts }) => facts.key !== 'imported' && facts.key !== 'demo')
      const items = [
        ...librarySources,
        ...others.map((source) => ({ ...present(source, world), ...countsOf(source.facts.key) })),
      ]
      return { status: 200, body: { items } }
    },
    listSourceProbes: async () => ({ status: 200, body: { items: await probes.list() } }),
    createSourceProbe: async ({ body }) => ({ status: 200, body: await probes.probe(body.source) }),
  } satisfies Partial<Handlers>
}

type StoredCounts = Pick<SourceInfo, 'documents' | 'firstDay' | 'lastDay'>
type SourceDescription = Omit<SourceInfo, keyof StoredCounts>

const nothingNeeded = {
  kind: 'documents',
  homepage: null,
  licence: null,
  attribution: null,
  rate: null,
  reach: null,
  needsKey: false,
  keyName: null,
  keyAdvice: null,
  configured: true,
} as const
/** Documents that this installation imported or generated: there is no source to query. */
const importedSource = { ...nothingNeeded, key: 'imported', label: sourceLabel('imported') } as const
const demoSource = { ...nothingNeeded, key: 'demo', label: sourceLabel('demo') } as const

function countStored({ sources }: LibrarySummary, key: SourceInfo['key']): StoredCounts {
  const source = sources.find(({ sourceKey }) => sourceKey === key)
  return { documents: source?.documents ?? 0, firstDay: source?.firstDay ?? null, lastDay: source?.lastDay ?? null }
}

/** Demo and real are never mixed: a search queries sources of only one of the two. */
function present({ facts, connector, isConfigured }: KnownSource, world: Provenance): SourceDescription {
  const { key, label, kind, homepage, licence, attribution, rate, reach, setting } = facts
  return {
    key,
    label,
    kind,
    enabled: connector !== null && world === 'real',
    homepage,
    licence,
    attribution: attribution ?? null,
    rate,
    reach: reach ?? null,
    needsKey: setting?.required ?? false,
    keyName: setting?.name ?? null,
    keyAdvice: setting?.how ?? null,
    configured: isConfigured,
  }
}

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

interface SourcesModule {
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
