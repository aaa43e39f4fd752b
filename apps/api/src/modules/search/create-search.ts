import type { Foundation } from '../foundation.types.ts'
import { categories, industries, type Library } from '../library/index.ts'
import type { Trends } from '../markets/index.ts'
import type { UsersModule } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import { createAutocompleteModule } from './autocomplete/autocomplete.module.ts'
import { createDiscoveryModule } from './discovery/discovery.module.ts'
import { createExploreModule, type ExploreDependencies } from './explore.module.ts'
import { createOnboardingOperations } from './onboarding/onboarding.operations.ts'
import { createQueriesOperations } from './queries/queries.operations.ts'
import { createRecentSearchesModule } from './recent-searches/recent-searches.module.ts'

/** Searches, and what helps a person to find a topic. */
export function createSearch(
  dependencies: Foundation &
    Pick<Library, 'documents' | 'provenance' | 'outages' | 'demo'> &
    Pick<ExploreDependencies, 'connectors'> & { signals: Signals; trends: Trends; users: UsersModule },
) {
  const { documents, demo, trends, users } = dependencies
  const explore = createExploreModule({
    ...dependencies,
    storeDocuments: documents.storeDocuments,
    whenDemoSettled: demo.whenSettled,
  })
  const recentSearches = createRecentSearchesModule(dependencies)
  const autocomplete = createAutocompleteModule({
    ...dependencies,
    vocabulary: documents.vocabulary,
    recentSearches,
    catalogue: async () => (await trends.catalogue()).body.terms,
  })
  const discovery = createDiscoveryModule({
    ...dependencies,
    recentSearches,
    explore,
    access: users.access,
    suggest: autocomplete.suggest,
    categories,
  })
  return {
    explore,
    operations: {
      ...explore.operations,
      ...recentSearches.operations,
      ...autocomplete.operations,
      ...discovery.operations,
      ...createOnboardingOperations({ users, trends, industries, categories }),
      ...createQueriesOperations({ ...dependencies, categories, vocabulary: documents.vocabulary }),
    },
    /** Work that a person waits for. */
    awaitedJobs: explore.jobs,
  }
}
