import type { Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { RecentSearchesModule } from '../recent-searches/index.ts'
import { createAutocompleteOperations } from './autocomplete.operations.ts'
import { createAutocompleteRepository } from './autocomplete.repository.ts'
import { type CountedTerm, createLibrarySuggestions, type LibrarySuggestions } from './library-suggestions.ts'

export interface AutocompleteModuleOptions {
  database: Database
  recentSearches: Pick<RecentSearchesModule, 'listTitles'>
  /** Terms of all categories with their documents. */
  catalogue: () => Promise<readonly CountedTerm[]>
  provenance: () => Promise<Provenance>
}

export interface AutocompleteModule {
  operations: ReturnType<typeof createAutocompleteOperations>
  suggest: LibrarySuggestions
}

/** Suggestions while a person types. */
export function createAutocompleteModule({
  database,
  recentSearches,
  ...rest
}: AutocompleteModuleOptions): AutocompleteModule {
  const suggest = createLibrarySuggestions({ names: createAutocompleteRepository(database), ...rest })
  return { suggest, operations: createAutocompleteOperations({ suggest, recentSearches }) }
}
