import { createTopicMatcher, type Headline, headlineStyle, parseQuery, tokens } from '@auspex/analytics'
import type { Trend } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { type DocumentFilter, type DocumentsModule, toDocumentId } from '../../library/index.ts'
import type { Comparison } from './library-comparison.ts'
import { toFilters, topicsInBackground } from './measure-terms.ts'
import { byTopic } from './measure-topic.ts'

const maxHeadlines = 3
/** A question, or a headline about its author, says little about what happened. */
const minStyle = 0.75
/** A headline that shares a larger part of its words with another one reports the same event. */
const maxLikeness = 0.6

/**
 * Adds the headlines that drive each trend: the first one among its leading stories that contains one of its terms, and those of other stories that say
 * what happened.
 */
export async function addHeadlines(
  trends: readonly Trend[],
  { filter, windows }: Comparison,
  { documents }: { documents: DocumentsModule },
): Promise<Trend[]> {
  const topics = toFilters(trends, { ...filter, fromDay: windows.middle }).flatMap(({ topic, ...one }) => {
    const peakDay = trends.find(({ query }) => query === topic.query)?.peakDay ?? null
    return peakDay === null ? [] : [{ ...one, query: topic.query, peakDay }]
  })
  const leading = byTopic(
    await documents.topicStories.leadingStories(topics, { topicsPerStatement: topicsInBackground }),
    topics.length,
  )
  const ids = new Map(
    topics.map(({ query }, index) => {
      const names = namesOf(query)
      const stories = (leading[index] ?? []).filter(({ title }) => names(tokens(title)))
      return [query, chooseStories(stories).map(({ id }) => toDocumentId(id))] as const
    }),
  )
  const documentsById = new Map(
    (await documents.getDocuments([...ids.values()].flat(), { withoutTone: null })).map((document) => [
      document.documentId,
      document,
    ]),
  )
  return trends.map((trend) => {
    const headlines = (ids.get(trend.query) ?? []).flatMap((id) => {
      const document = documentsById.get(id)
      if (document === undefined) return []
      const { documentId, title, outlet, url, publishedAt } = document
      return [{ documentId, title: title.slice(0, maxTitleLength), outlet, url, publishedAt }]
    })
    return { ...trend, headline: headlines[0] ?? null, headlines }
  })
}

/** The leading story, and the next that say something else; those with a headline that reports come first. */
function chooseStories<Story extends { title: string }>(stories: readonly Story[]): Story[] {
  const reporting = stories.filter(({ title }) => headlineStyle(title) >= minStyle)
  const chosen: { story: Story; words: ReadonlySet<string> }[] = []
  for (const story of reporting.length > 0 ? reporting : stories.slice(0, 1)) {
    const words = new Set(tokens(story.title))
    if (chosen.some((other) => isAlike(words, other.words))) continue
    chosen.push({ story, words })
    if (chosen.length === maxHeadlines) break
  }
  return chosen.map(({ story }) => story)
}

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared > maxLikeness * Math.min(a.size, b.size)
}

/** The contract's maximum title length. */
const maxTitleLength = 2000

function namesOf(query: string): (words: readonly string[]) => boolean {
  const parsed = parseQuery(query)
  return parsed.ok ? createTopicMatcher(parsed.query) : () => false
}

/** Headlines read before yielding to requests: about ten milliseconds. */
const headlinesPerTurn = 150

/** Reads the headlines of a range of days, one day per statement, so that searches can run in between. */
export async function readHeadlines(
  { filter, days }: { filter: DocumentFilter; days: readonly string[] },
  read: (headline: Headline) => void,
  { documents }: { documents: DocumentsModule },
): Promise<void> {
  for (const day of days) {
    const headlines = await documents.stories.readHeadlines({ ...filter, fromDay: day, toDay: day })
    for (const [index, headline] of headlines.entries()) {
      read(headline)
      if ((index + 1) % headlinesPerTurn === 0) await yieldToEventLoop()
    }
  }
}
