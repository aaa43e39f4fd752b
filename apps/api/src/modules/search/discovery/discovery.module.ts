import type { Category, Provenance } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { AutocompleteModule } from '../autocomplete/autocomplete.module.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { ExploreModule } from '../explore.module.ts'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import type { Signals } from '../../reports/index.ts'
import type { Trends } from '../../markets/index.ts'
import type { AccessReader } from '../../people/index.ts'
import { createDiscoveryOperations, type DiscoveryOperations } from './discovery.operations.ts'
import { createLiteTopics } from './lite-topics.ts'
import { createMeasuredTopics } from './measured-topics.ts'
import { createSmartRedirect } from './redirect/smart-redirect.ts'
import { createVocabularies } from './redirect/vocabulary.ts'
import { createSearchedSignals } from './searched-signals.ts'
import { createSmartSearch } from './smart-search.ts'

export interface DiscoveryModuleDependencies {
  recentSearches: RecentSearchesModule
  explore: ExploreModule
  documents: DocumentsModule
  signals: Signals
  trends: Trends
  access: AccessReader
  suggest: AutocompleteModule['suggest']
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** Discovery without a search: topics, stories, categories, and the intended wording. */
export function createDiscoveryModule(dependencies: DiscoveryModuleDependencies): {
  operations: DiscoveryOperations
  /** The wording that was most likely intended by a term. */
  findRedirect: ReturnType<typeof createSmartRedirect>
} {
  const { documents, trends, categories, clock } = dependencies
  const searchedSignals = createSearchedSignals(dependencies)
  const topics = createMeasuredTopics({ ...dependencies, searchedSignals })
  const vocabularies = createVocabularies({
    words: documents.vocabulary,
    revision: async () => (await documents.librarySummary()).revision,
    nowMs: () => clock.now().getTime(),
  })
  const findRedirect = createSmartRedirect({ ...dependencies, searchedSignals, vocabularies })
  return {
    findRedirect,
    operations: createDiscoveryOperations({
      trends,
      categories,
      topics,
      redirect: findRedirect,
      measureMany: createLiteTopics(dependencies),
      smartSearch: createSmartSearch({ ...dependencies, topics }),
    }),
  }
}
