import type { Provenance, SourceInfo } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Handlers } from '../../http/handlers.ts'
import type { DocumentsModule, LibrarySummary } from '../documents/index.ts'

/** What a connector says about itself. */
type Connector = Pick<DocumentSource | SeriesSource, 'key' | 'label' | 'kind' | 'homepage' | 'licence'>

export interface SourcesOptions {
  documents: Pick<DocumentsModule, 'librarySummary'>
  /** The connectors of this installation. */
  connectors: readonly Connector[]
  provenance: () => Promise<Provenance>
}

/** Documents that this installation loaded: a source that is never asked over the network. */
const imported = {
  key: 'imported',
  label: 'Imported documents',
  kind: 'documents',
  homepage: null,
  licence: null,
} as const

/** Where documents come from, and what the library holds of each source. */
export function createSourcesOperations({
  documents,
  connectors,
  provenance,
}: SourcesOptions): Pick<Handlers, 'listSources'> {
  return {
    listSources: async () => {
      const [library, world] = await Promise.all([documents.librarySummary(), provenance()])
      const facts = [imported, ...connectors.filter(({ key }) => key !== imported.key)]
      return { status: 200, body: { items: facts.map((source) => present(source, { library, world })) } }
    },
  }
}

/** Demo and real are never mixed: a search asks the sources of one of the two. */
function present(
  { key, label, kind, homepage, licence }: typeof imported | Connector,
  { library, world }: { library: LibrarySummary; world: Provenance },
): SourceInfo {
  const held = library.sources.find(({ sourceKey }) => sourceKey === key)
  return {
    key,
    label,
    kind,
    enabled: (key === 'demo') === (world === 'demo'),
    documents: held?.documents ?? 0,
    firstDay: held?.firstDay ?? null,
    lastDay: held?.lastDay ?? null,
    homepage,
    licence,
  }
}
