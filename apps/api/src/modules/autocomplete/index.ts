import type { Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { RecentSearchesModule } from '../recent-searches/index.ts'
import { createAutocompleteOperations } from './autocomplete.operations.ts'
import { createAutocompleteRepository } from './autocomplete.repository.ts'

export interface AutocompleteModuleOptions {
  database: Database
  recentSearches: Pick<RecentSearchesModule, 'listTitles'>
  provenance: () => Promise<Provenance>
}

/** Suggestions while a person types. */
export function createAutocompleteModule({ database, ...rest }: AutocompleteModuleOptions) {
  return { operations: createAutocompleteOperations({ names: createAutocompleteRepository(database), ...rest }) }
}
