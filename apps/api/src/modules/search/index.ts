import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Foundation } from '../foundation.types.ts'
import { type Library, categories, industries } from '../library/index.ts'
import type { Trends } from '../markets/index.ts'
import type { UsersModule } from '../people/index.ts'
import type { NarrativesModule, Signals } from '../reports/index.ts'
import { createAutocompleteOperations } from './autocomplete/autocomplete.operations.ts'
import { createDiscoveryModule } from './discovery/discovery.operations.ts'
import { createExploreModule } from './explore.module.ts'
import { createOnboardingOperations } from './onboarding/onboarding.operations.ts'
import { createQueriesOperations, readTyped } from './queries/queries.operations.ts'
import { createRecentSearchesModule } from './recent-searches/recent-searches.module.ts'
import { createTopicQueryOperations } from './topic-query.ts'

interface SearchModuleDependencies extends Foundation {
  documents: Library['documents']
  provenance: Library['provenance']
  outages: Library['outages']
  demo: Library['demo']
  /** The enabled connectors. */
  connectors: readonly (DocumentSource | SeriesSource)[]
  signals: Signals
  narratives: NarrativesModule
  trends: Trends
  users: UsersModule
}

/** Searches, and what helps a person to find a topic. */
export function createSearch(dependencies: SearchModuleDependencies) {
  const { documents, demo, trends, users } = dependencies
  const explore = createExploreModule({
    ...dependencies,
    storeDocuments: documents.storeDocuments,
    whenDemoSettled: demo.whenSettled,
  })
  const recentSearches = createRecentSearchesModule(dependencies)
  const discovery = createDiscoveryModule({
    ...dependencies,
    recentSearches,
    explore,
    access: users.access,
    categories,
  })
  const queryDependencies = { ...dependencies, categories, vocabulary: documents.vocabulary }
  return {
    explore,
    operations: {
      ...explore.operations,
      ...createTopicQueryOperations({
        startSearch: explore.startSearch,
        awaitSearch: explore.awaitSearch,
        readQuestion: (text) => readTyped(text, queryDependencies),
        findRedirect: discovery.findRedirect,
        saveRecentSearch: recentSearches.save,
        log: dependencies.log,
      }),
      ...recentSearches.operations,
      ...createAutocompleteOperations({ ...dependencies, recentSearches }),
      ...discovery.operations,
      ...createOnboardingOperations({ users, trends, industries, categories }),
      ...createQueriesOperations(queryDependencies),
    },
    /** Work that a person waits for. */
    awaitedJobs: explore.jobs,
  }
}

export type { ExploreModule } from './explore.module.ts'
