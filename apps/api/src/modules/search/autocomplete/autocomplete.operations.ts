import type { Suggestion } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import type { LibrarySuggestions } from './library-suggestions.ts'
import { joinSpellings, rankSuggestions, shownSuggestions as limit } from './rank-suggestions.ts'
import type { StorySupport } from './story-support.ts'

export interface AutocompleteOptions {
  suggest: LibrarySuggestions
  recentSearches: RecentSearchesModule
  support: StorySupport
}

/** Up to this many names and topics, which leaves room for words. */
const fewNames = 5
const fewTopics = 3

/** Suggestions while a person types: their own searches first, then what most stories of the library tell. */
export function createAutocompleteOperations({ suggest, recentSearches, support }: AutocompleteOptions) {
  return {
    autocompleteTerm: async ({ path }, { actor }) => {
      const prefix = foldText(path.term)
      if (prefix === '') return { status: 200, body: { items: [] } }
      const [titles, entities, terms, topics] = await Promise.all([
        recentSearches.listTitles({ userId: actor.userId, prefix, limit }),
        suggest.entities(prefix, limit),
        suggest.words(prefix, limit),
        suggest.topics(prefix),
      ])
      const recent = titles.map((term): Suggestion => ({ term, kind: 'recent', stories: null, documents: null }))
      const found = joinSpellings([recent, entities.slice(0, fewNames), topics.slice(0, fewTopics), terms])
      return { status: 200, body: { items: rankSuggestions(found, await support(found.map(({ term }) => term))) } }
    },

    autocompleteEntity: async ({ path }) => {
      const prefix = foldText(path.term)
      return { status: 200, body: { items: prefix === '' ? [] : await suggest.entities(prefix, limit) } }
    },
  } satisfies Partial<Handlers>
}
