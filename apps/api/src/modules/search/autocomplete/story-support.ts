import { estimateQueryCost, parseQuery, type QueryNode, wordsOfQuery } from '@auspex/analytics'
import { toMatching } from '../../library/index.ts'
import type { SuggestionDependencies } from './library-suggestions.ts'

/** What the library contains of a term. */
export interface TermSupport {
  /** Distinct stories; null when counting would take longer than typing. */
  stories: number | null
  /** Estimated documents with its rarest word, from a sample of the library; sorts terms that are not counted. */
  estimate: number
}

/** A term in more documents is common, and need not be counted to be worth suggesting. */
const maxDocuments = 1500
/** Milliseconds that counting one term may take; ten are counted at once. */
const maxMs = 3

/** Counts what a search for each term would find, for those that are counted quickly. */
export async function countSupport(
  terms: readonly string[],
  { documents, provenance }: SuggestionDependencies,
): Promise<Map<string, TermSupport>> {
  const world = await provenance()
  const queries = terms.flatMap((term) => {
    const read = parseQuery(term)
    return read.ok ? [{ term, query: read.query }] : []
  })
  const words = [...new Set(queries.flatMap(({ query }) => wordsOfQuery(query).map(({ text }) => text)))]
  const shares = await documents.vocabulary.backgroundShares(words, world)
  const sources = (await documents.librarySummary()).sources
    .filter(({ sourceKey }) => (sourceKey === 'demo') === (world === 'demo'))
    .reduce((sum, source) => sum + source.documents, 0)
  const frequencies = {
    documents: sources,
    documentsWith: ({ text }: { text: string }) => Math.round((shares.get(text) ?? 0) * sources),
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
