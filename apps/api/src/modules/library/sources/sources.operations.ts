import type { Provenance, SourceInfo } from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'
import type { Handlers } from '../../../http/handlers.ts'
import type { DocumentsModule } from '../documents.module.ts'
import type { LibrarySummary } from '../coverage.repository.ts'
import type { KnownSource, KnownSources } from './known-sources.ts'
import type { SourceProbes } from './source-probes.ts'

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
