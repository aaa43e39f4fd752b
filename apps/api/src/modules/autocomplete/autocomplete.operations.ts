import type { Provenance, Suggestion } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import { foldText } from '../../kernel/fold-text.ts'
import { categories } from '../catalog/index.ts'
import type { RecentSearchesModule } from '../recent-searches/index.ts'
import type { AutocompleteRepository } from './autocomplete.repository.ts'
import { rankSuggestions, shownSuggestions as limit } from './rank-suggestions.ts'

export interface AutocompleteOptions {
  names: AutocompleteRepository
  recentSearches: Pick<RecentSearchesModule, 'listTitles'>
  provenance: () => Promise<Provenance>
}

/** Suggestions while a person types: their own searches first, then what the library holds, then where to begin. */
export function createAutocompleteOperations({
  names,
  recentSearches,
  provenance,
}: AutocompleteOptions): Pick<Handlers, 'autocompleteTerm' | 'autocompleteEntity'> {
  const listEntities = async (prefix: string): Promise<Suggestion[]> => {
    const demo = (await provenance()) === 'demo'
    const found = await names.listEntities({ prefix, demo, limit })
    return found.map(({ name, documents }) => ({ term: name, kind: 'entity', documents }))
  }
  return {
    autocompleteTerm: async ({ path }, { actor }) => {
      const prefix = foldText(path.term)
      if (prefix === '') return { status: 200, body: { items: [] } }
      const demo = (await provenance()) === 'demo'
      const [titles, entities, terms] = await Promise.all([
        recentSearches.listTitles({ userId: actor.userId, prefix, limit }),
        listEntities(prefix),
        names.listTerms({ prefix, demo, limit }),
      ])
      const groups = [toSuggestions('recent', titles), entities, toSuggestions('term', terms), matchCategories(prefix)]
      return { status: 200, body: { items: rankSuggestions(groups) } }
    },

    autocompleteEntity: async ({ path }) => {
      const prefix = foldText(path.term)
      return { status: 200, body: { items: prefix === '' ? [] : rankSuggestions([await listEntities(prefix)]) } }
    },
  }
}

/** Nothing was counted for these: unknown, not 0. */
function toSuggestions(kind: Suggestion['kind'], terms: readonly string[]): Suggestion[] {
  return terms.map((term) => ({ term, kind, documents: null }))
}

function matchCategories(prefix: string): Suggestion[] {
  const terms = categories.flatMap((category) => category.terms)
  return toSuggestions(
    'category',
    terms.filter((term) => foldText(term).startsWith(prefix)),
  )
}
