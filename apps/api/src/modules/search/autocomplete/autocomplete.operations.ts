import type { Handlers } from '../../../http/handlers.ts'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import { type QueryNode, estimateQueryCost, parseQuery, wordsOfQuery } from '@auspex/analytics'
import type { Suggestion } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { toMatching } from '../../library/index.ts'
import {
  maxSuggestions as limit,
  mergeSpellings,
  rankSuggestions,
  suggestCategoryTerms,
  suggestEntities,
  type SuggestionDependencies,
  suggestPhrases,
  suggestWords,
  type TermSupport,
} from './library-suggestions.ts'

interface AutocompleteDependencies extends SuggestionDependencies {
  recentSearches: RecentSearchesModule
}

/** Up to this many names and topics, which leaves room for words. */
const maxNames = 5
const maxTopics = 3
const maxPhrases = 4

/** Suggestions while a person types: their own searches first, then the terms with the most stories in the library. */
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

/** A term in more documents is common, and need not be counted to be worth suggesting. */
const maxDocuments = 1500
/** Milliseconds that counting one term may take; ten are counted at once. */
const maxMs = 3

/** Counts what a search for each term would find, for those that are counted quickly. */
async function countSupport(
  terms: readonly string[],
  { documents, provenance }: SuggestionDependencies,
): Promise<Map<string, TermSupport>> {
  const world = await provenance()
  const queries = terms.flatMap((term) => {
    const parsed = parseQuery(term)
    return parsed.ok ? [{ term, query: parsed.query }] : []
  })
  const words = [...new Set(queries.flatMap(({ query }) => wordsOfQuery(query).map(({ text }) => text)))]
  const shares = await documents.vocabulary.backgroundShares(words, world)
  const documentCount = (await documents.librarySummary()).sources
    .filter(({ sourceKey }) => (sourceKey === 'demo') === (world === 'demo'))
    .reduce((sum, source) => sum + source.documents, 0)
  const frequencies = {
    documents: documentCount,
    documentsWith: ({ text }: { text: string }) => Math.round((shares.get(text) ?? 0) * documentCount),
  }
  const estimateStories = (query: QueryNode) => Math.min(...wordsOfQuery(query).map(frequencies.documentsWith))
  const countable = queries.filter(({ query }) => {
    const { indexMs, compareMs } = estimateQueryCost(query, frequencies)
    return estimateStories(query) <= maxDocuments && indexMs + compareMs <= maxMs
  })
  const stories = await documents.topicStories.countUpTo(
    countable.map(({ query }) => ({ world, ...toMatching(query) })),
    2 * maxDocuments,
  )
  const storiesOf = new Map(countable.map(({ term }, index) => [term, stories[index] ?? 0]))
  return new Map(
    queries.map(({ term, query }) => [
      term,
      { stories: storiesOf.get(term) ?? null, estimate: estimateStories(query) },
    ]),
  )
}
