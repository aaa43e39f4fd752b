import { parseQuery, tokens, createTopicMatcher } from '@auspex/analytics'
import type { Trend } from '@auspex/sdk/types'
import { type DocumentsModule, toDocumentId } from '../../library/index.ts'
import type { Comparison } from './library-comparison.ts'
import { byTopic } from './measure-topic.ts'
import { toFilters, topicsInBackground } from './measure-terms.ts'

/** Adds the headline that drives each trend: the first one among its leading stories that contains the term. */
export async function addHeadlines(
  trends: readonly Trend[],
  { filter, windows }: Comparison,
  { documents }: { documents: DocumentsModule },
): Promise<Trend[]> {
  const withPeak = trends.filter((trend) => trend.peakDay !== null)
  const filters = new Map(
    toFilters(
      withPeak.map(({ term }) => term),
      { ...filter, fromDay: windows.middle },
    ).map((one) => [one.term, one.filter]),
  )
  const topics = withPeak.flatMap(({ term, peakDay }) => {
    const termFilter = filters.get(term)
    return termFilter === undefined || peakDay === null ? [] : [{ term, filter: termFilter, peakDay }]
  })
  const leading = byTopic(
    await documents.topicStories.leadingStories(topics, { topicsPerStatement: topicsInBackground }),
    topics.length,
  )
  const ids = new Map(
    topics.flatMap(({ term }, index) => {
      const names = namesOf(term)
      const story = (leading[index] ?? []).find(({ title }) => names(tokens(title)))
      return story === undefined ? [] : [[term, toDocumentId(story.id)] as const]
    }),
  )
  const stored = new Map((await documents.getDocuments([...ids.values()])).map((one) => [one.documentId, one]))
  return trends.map((trend) => {
    const id = ids.get(trend.term)
    const document = id === undefined ? undefined : stored.get(id)
    if (document === undefined) return trend
    const { documentId, title, outlet, url, publishedAt } = document
    return { ...trend, headline: { documentId, title: title.slice(0, maxTitleLength), outlet, url, publishedAt } }
  })
}

/** The contract's maximum title length. */
const maxTitleLength = 2000

function namesOf(term: string): (words: readonly string[]) => boolean {
  const read = parseQuery(term)
  return read.ok ? createTopicMatcher(read.query) : () => false
}
