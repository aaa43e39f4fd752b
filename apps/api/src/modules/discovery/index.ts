import type { Category, Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AutocompleteModule } from '../autocomplete/index.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Signals } from '../signals/index.ts'
import type { Trends } from '../trends/index.ts'
import { createDiscoveryOperations, type DiscoveryOperations } from './discovery.operations.ts'
import { createDiscoveryRepository } from './discovery.repository.ts'
import { createLiteTopics } from './lite-topics.ts'
import { createMeasuredTopics } from './measured-topics.ts'
import { createSmartRedirect } from './redirect/smart-redirect.ts'
import { createVocabularyRepository } from './redirect/vocabulary.repository.ts'
import { createVocabularies } from './redirect/vocabulary.ts'
import { createSmartSearch } from './smart-search.ts'

export type { DiscoveryOperations } from './discovery.operations.ts'

export interface DiscoveryModuleDependencies {
  database: Database
  documents: DocumentsModule
  signals: Signals
  trends: Trends
  suggest: AutocompleteModule['suggest']
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** What is found without a search: topics, stories, categories, and the wording that was meant. */
export function createDiscoveryModule(dependencies: DiscoveryModuleDependencies): { operations: DiscoveryOperations } {
  const { database, documents, trends, categories, clock } = dependencies
  const repository = createDiscoveryRepository(database)
  const topics = createMeasuredTopics({ ...dependencies, repository })
  const vocabularies = createVocabularies({
    repository: createVocabularyRepository(database),
    revision: async () => (await documents.librarySummary()).revision,
    nowMs: () => clock.now().getTime(),
  })
  return {
    operations: createDiscoveryOperations({
      trends,
      categories,
      topics,
      redirect: createSmartRedirect({ ...dependencies, repository, vocabularies }),
      measureMany: createLiteTopics(dependencies),
      smartSearch: createSmartSearch({ ...dependencies, topics }),
    }),
  }
}
