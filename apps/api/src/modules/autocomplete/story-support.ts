import { estimateQueryCost, parseQuery, type QueryNode, wordsOfQuery } from '@auspex/analytics'
import type { Provenance } from '@auspex/sdk/types'
import { type DocumentsModule, toMatching } from '../documents/index.ts'

export interface StorySupportDependencies {
  documents: {
    librarySummary: DocumentsModule['librarySummary']
    vocabulary: Pick<DocumentsModule['vocabulary'], 'backgroundShares'>
    topicStories: Pick<DocumentsModule['topicStories'], 'countUpTo'>
  }
  provenance: () => Promise<Provenance>
}

/** What the library has of a term. */
export interface TermSupport {
  /** Distinct stories; null where counting them takes longer than a person types. */
  stories: number | null
  /** Documents that hold its rarest word, as a sample of the library has it: what orders terms that are not counted. */
  estimate: number
}

export type StorySupport = ReturnType<typeof createStorySupport>

/** A term in more documents is common, and need not be counted to be worth suggesting. */
const mostDocuments = 1500
/** Milliseconds that counting one term may cost; ten are counted at once. */
const mostMs = 3

/** Counts what a search of each term would find, of those that are counted quickly. */
export function createStorySupport({ documents, provenance }: StorySupportDependencies) {
  return async (terms: readonly string[]): Promise<Map<string, TermSupport>> => {
    const world = await provenance()
    const queries = terms.flatMap((term) => {
      const read = parseQuery(term)
      return read.ok ? [{ term, query: read.query }] : []
    })
    const words = [...new Set(queries.flatMap(({ query }) => wordsOfQuery(query).map(({ text }) => text)))]
    const shares = await documents.vocabulary.backgroundShares(words, world)
    const held = (await documents.librarySummary()).sources
      .filter(({ sourceKey }) => (sourceKey === 'demo') === (world === 'demo'))
      .reduce((sum, source) => sum + source.documents, 0)
    const frequencies = {
      documents: held,
      documentsWith: ({ text }: { text: string }) => Math.round((shares.get(text) ?? 0) * held),
    }
    const estimateOf = (query: QueryNode) => Math.min(...wordsOfQuery(query).map(frequencies.documentsWith))
    const counted = queries.filter(({ query }) => {
      const { indexMs, compareMs } = estimateQueryCost(query, frequencies)
      return estimateOf(query) <= mostDocuments && indexMs + compareMs <= mostMs
    })
    const stories = await documents.topicStories.countUpTo(
      counted.map(({ query }) => ({ world, ...toMatching(query) })),
      2 * mostDocuments,
    )
    const storiesOf = new Map(counted.map(({ term }, index) => [term, stories[index] ?? 0]))
    return new Map(
      queries.map(({ term, query }) => [term, { stories: storiesOf.get(term) ?? null, estimate: estimateOf(query) }]),
    )
  }
}
