import type { Suggestion } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import {
  suggestEntities,
  type SuggestionDependencies,
  suggestCategoryTerms,
  suggestPhrases,
  suggestWords,
} from './library-suggestions.ts'
import { mergeSpellings, rankSuggestions, maxSuggestions as limit } from './rank-suggestions.ts'
import { countSupport } from './story-support.ts'

interface AutocompleteDependencies extends SuggestionDependencies {
  recentSearches: RecentSearchesModule
}

/** Up to this many names and topics, which leaves room for words. */
const maxNames = 5
const maxTopics = 3
const maxPhrases = 4

/** Suggestions while a person types: their own searches first, then the terms of most stories of the library. */
export function createAutocompleteOperations(deps: AutocompleteDependencies) {
  return {
    autocompleteTerm: async ({ path }, { actor }) => {
      const prefix = foldText(path.term)
      if (prefix === '') return { status: 200, body: { items: [] } }
      const [titles, entities, terms, topics, phrases] = await Promise.all([
        deps.recentSearches.listTitles({ userId: actor.userId, prefix, limit }),
        suggestEntities(prefix, limit, deps),
        suggestWords(prefix, limit, deps),
        suggestCategoryTerms(prefix, deps),
        suggestPhrases(prefix, maxPhrases, deps),
      ])
      const recent = titles.map((term): Suggestion => ({ term, kind: 'recent', stories: null, documents: null }))
      const suggestions = mergeSpellings([
        recent,
        entities.slice(0, maxNames),
        topics.slice(0, maxTopics),
        phrases,
        terms,
      ])
      const support = await countSupport(
        suggestions.map(({ term }) => term),
        deps,
      )
      return { status: 200, body: { items: rankSuggestions(suggestions, support) } }
    },

    autocompleteEntity: async ({ path }) => {
      const prefix = foldText(path.term)
      return { status: 200, body: { items: prefix === '' ? [] : await suggestEntities(prefix, limit, deps) } }
    },
  } satisfies Partial<Handlers>
}
