import type { Clock } from '../../../kernel/clock.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { createDiscoveryOperations, type DiscoveryOperations } from './discovery.operations.ts'
import { indexCategories } from './measured-topics.ts'
import { createVocabularies } from './redirect/vocabulary.ts'

type DiscoveryModuleDependencies = Omit<DiscoveryDependencies, 'vocabularies' | 'categoryIndex'> & { clock: Clock }

/** Discovery without a search: topics, stories, categories, and the intended wording. */
export function createDiscoveryModule(dependencies: DiscoveryModuleDependencies): { operations: DiscoveryOperations } {
  const { documents, clock } = dependencies
  const vocabularies = createVocabularies({
    words: documents.vocabulary,
    revision: async () => (await documents.librarySummary()).revision,
    nowMs: () => clock.now().getTime(),
  })
  const categoryIndex = indexCategories(dependencies.categories)
  return { operations: createDiscoveryOperations({ ...dependencies, vocabularies, categoryIndex }) }
}
