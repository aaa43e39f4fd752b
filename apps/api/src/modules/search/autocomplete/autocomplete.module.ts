import type { Provenance } from '@auspex/sdk/types'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import { createAutocompleteOperations } from './autocomplete.operations.ts'
import {
  type CountedTerm,
  createLibrarySuggestions,
  type LibrarySuggestions,
  type LibraryVocabulary,
} from './library-suggestions.ts'
import { createStorySupport, type StorySupportDependencies } from './story-support.ts'

export interface AutocompleteModuleOptions extends StorySupportDependencies {
  vocabulary: LibraryVocabulary
  recentSearches: RecentSearchesModule
  /** Terms of all categories with their document counts. */
  catalogue: () => Promise<readonly CountedTerm[]>
  provenance: () => Promise<Provenance>
}

export interface AutocompleteModule {
  operations: ReturnType<typeof createAutocompleteOperations>
  suggest: LibrarySuggestions
}

/** Suggestions while a person types. */
export function createAutocompleteModule({
  vocabulary,
  recentSearches,
  documents,
  ...rest
}: AutocompleteModuleOptions): AutocompleteModule {
  const suggest = createLibrarySuggestions({ vocabulary, ...rest })
  return {
    suggest,
    operations: createAutocompleteOperations({
      suggest,
      recentSearches,
      support: createStorySupport({ documents, ...rest }),
    }),
  }
}
