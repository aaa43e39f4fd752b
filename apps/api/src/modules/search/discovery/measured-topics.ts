import type { Category, Provenance, Topic, Trend } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { readSignalQuery, type Signals } from '../../reports/index.ts'
import { plural, type Trends } from '../../markets/index.ts'
import { type AccessReader, hasModules } from '../../people/index.ts'
import type { SearchedSignals } from './searched-signals.ts'

export interface MeasuredTopicsDependencies {
  trends: Pick<Trends, 'catalogue' | 'listed'>
  signals: Signals
  searchedSignals: SearchedSignals
  access: AccessReader
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
}

export interface TopicSearch {
  /** Prefix of any word of the title. */
  query?: string | null
  /** Id of a category; all when absent. */
  category?: string | null
  geo?: string | null
}

/**
 * Topics with numbers: the terms of all categories and the trending terms, visible to everyone, and the signals that one person searched, visible
 * only to them.
 */
export function createMeasuredTopics({
  trends,
  signals,
  searchedSignals,
  access,
  categories,
  provenance,
}: MeasuredTopicsDependencies) {
  const categoryOf = new Map(
    categories.flatMap(({ id, terms }) => terms.map((term) => [signalIdOf(term, null), id] as const)),
  )
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))

  /** Trend-based topics are omitted for a person without the trends module. */
  async function all(userId: string, geo: string | null): Promise<Topic[]> {
    const hasTrends = await hasModules(access, userId, ['trends'])
    const [ownTopics, catalogue, trending] = [
      await searchedSignals.list(userId, await provenance()),
      hasTrends && geo === null ? await trends.catalogue() : null,
      hasTrends ? await trends.listed(geo) : null,
    ]
    const topics = ownTopics.map(({ signalId, echo, documents, momentum, computedAt }): Topic => ({
      signalId,
      title: echo.title,
      term: echo.query_term,
      origin: 'search',
      category: categoryOf.get(signalId) ?? null,
      geo: echo.geo,
      documents,
      momentum,
      why: `You searched it; its report has ${plural(documents, 'document')}.`,
      computedAt: computedAt.toISOString(),
    }))
    const categoryTopics = (catalogue?.body.terms ?? []).flatMap(({ term, documents, trend }): Topic[] => {
      const category = categoryOf.get(signalIdOf(term, null)) ?? null
      if (catalogue === null || documents === 0) return []
      const part = `A term of ${nameOf.get(category ?? '') ?? 'the catalogue'}, in ${plural(documents, 'document')} of the library.`
      return [
        {
          ...toTopic({ term, geo, at: catalogue.at, documents, momentum: trend?.momentum ?? null }),
          origin: 'category',
          category,
          why: trend === null ? part : `${part} ${trend.why}`,
        },
      ]
    })
    const trendTopics = (trending?.body.items ?? []).map((trend): Topic => ({
      ...toTopic({
        term: trend.term,
        geo,
        at: trending?.at ?? new Date(0),
        documents: windowDocuments(trend),
        momentum: trend.momentum,
      }),
      origin: 'trend',
      category: categoryOf.get(signalIdOf(trend.term, null)) ?? null,
      why: trend.why,
    }))
    const once = new Map<string, Topic>()
    for (const topic of [...topics, ...categoryTopics, ...trendTopics])
      if (!once.has(topic.signalId)) once.set(topic.signalId, topic)
    return [...once.values()]
  }

  return {
    /** All topics that the person may see and that match. */
    async find(userId: string, { query, category = null, geo = null }: TopicSearch): Promise<Topic[]> {
      const text = ` ${foldText(query ?? '')}`
      return (await all(userId, geo)).filter(
        (topic) =>
          ` ${foldText(topic.title)}`.includes(text) &&
          (category === null || topic.category === category) &&
          (geo === null || topic.geo === geo),
      )
    },

    /** Stores the signals of the shown topics, so that they can be opened by id. */
    async keep(topics: readonly Topic[]): Promise<void> {
      for (const { origin, term, geo } of topics)
        if (origin !== 'search' && term !== null) await signals.save(readSignalQuery({ query_term: term, geo }))
    },
  }
}

export type MeasuredTopics = ReturnType<typeof createMeasuredTopics>

function windowDocuments({ documents, previous }: Trend): number {
  return documents + previous
}

function toTopic({
  term,
  geo,
  at,
  documents,
  momentum,
}: Pick<Topic, 'documents' | 'geo' | 'momentum'> & { term: string; at: Date }) {
  return {
    signalId: signalIdOf(term, geo),
    title: geo === null ? term : `${term} in ${geo}`,
    term,
    geo,
    documents,
    momentum,
    computedAt: at.toISOString(),
  }
}

function signalIdOf(term: string, geo: string | null): string {
  return readSignalQuery({ query_term: term, geo }).signalId
}

/** Sort orders. Unknown momentum comes last. */
export const topicOrders: Record<'momentum' | 'documents' | 'newest', (a: Topic, b: Topic) => number> = {
  momentum: (a, b) => (b.momentum?.low ?? -1) - (a.momentum?.low ?? -1) || b.documents - a.documents,
  documents: (a, b) => b.documents - a.documents,
  newest: (a, b) => Date.parse(b.computedAt) - Date.parse(a.computedAt) || b.documents - a.documents,
}
