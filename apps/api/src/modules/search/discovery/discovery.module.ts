import type { NameMeaning, OtherName, SmartRedirect, SmartRedirectInput } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { createDiscoveryOperations, type DiscoveryOperations } from './discovery.operations.ts'
import { indexCategories } from './measured-topics.ts'
import { createHelpCache } from './search-help.ts'
import { findRedirect } from './redirect/smart-redirect.ts'
import { createVocabularies } from './redirect/vocabulary.ts'

type DiscoveryModuleDependencies = Omit<
  DiscoveryDependencies,
  'vocabularies' | 'categoryIndex' | 'otherNames' | 'meanings'
> & {
  clock: Clock
  log: Logger
}

/** Discovery without a search: topics, stories, categories, and the intended wording. */
export function createDiscoveryModule(dependencies: DiscoveryModuleDependencies): {
  operations: DiscoveryOperations
  /** Another wording that was most likely intended by a term; null when it means itself. */
  findRedirect: (term: SmartRedirectInput, actor: { userId: string }) => Promise<SmartRedirect | null>
} {
  const { documents, clock, log } = dependencies
  const vocabularies = createVocabularies({
    words: documents.vocabulary,
    listLearned: async () =>
      (await documents.wordReaders.listAll()).flatMap(({ vectors: { terms, counts } }) =>
        terms.map((text, at) => ({ text, documents: counts[at] ?? 0 })),
      ),
    revision: async () => (await documents.librarySummary()).revision,
    nowMs: () => clock.now().getTime(),
    log,
  })
  const deps = {
    ...dependencies,
    vocabularies,
    categoryIndex: indexCategories(dependencies.categories),
    otherNames: createHelpCache<OtherName[]>(clock),
    meanings: createHelpCache<NameMeaning[]>(clock),
  }
  return {
    operations: createDiscoveryOperations(deps),
    findRedirect: (term, actor) => findRedirect(term, actor, deps),
  }
}
