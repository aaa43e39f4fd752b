import type { Category, Topic, Trend } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { readSignalQuery } from '../../reports/index.ts'
import { plural } from '../../markets/index.ts'
import { hasModules } from '../../people/index.ts'
import type { CategoryIndex, DiscoveryDependencies } from './discovery-dependencies.ts'
import { listSearchedSignals } from './searched-signals.ts'

export interface TopicSearch {
  /** Prefix of any word of the title. */
  query?: string | null
  /** Id of a category; all when absent. */
  category?: string | null
  geo?: string | null
}

/**
 * All topics that the person may see and that match: the terms of all categories and the trending terms, visible to everyone, and the signals that one
 * person searched, visible only to them.
 */
export async function findTopics(
  { query, category = null, geo = null }: TopicSearch,
  { userId }: { userId: string },
  deps: DiscoveryDependencies,
): Promise<Topic[]> {
  const text = ` ${foldText(query ?? '')}`
  return (await listTopics(userId, geo, deps)).filter(
    (topic) =>
      ` ${foldText(topic.title)}`.includes(text) &&
      (category === null || topic.category === category) &&
      (geo === null || topic.geo === geo),
  )
}

/** Stores the signals of the shown topics, so that they can be opened by id. */
export async function saveTopics(topics: readonly Topic[], { signals }: DiscoveryDependencies): Promise<void> {
  for (const { origin, term, geo } of topics)
    if (origin !== 'search' && term !== null) await signals.save(readSignalQuery({ query_term: term, geo }))
}

/** Topics with numbers. Those of trends are omitted for a person without the trends module. */
async function listTopics(userId: string, geo: string | null, deps: DiscoveryDependencies): Promise<Topic[]> {
  const { categoryOf, nameOf } = deps.categoryIndex
  const hasTrends = await hasModules(deps.access, userId, ['trends'])
  const [ownTopics, catalogue, trending] = [
    await listSearchedSignals(userId, await deps.provenance(), deps),
    hasTrends && geo === null ? await deps.trends.catalogue() : null,
    hasTrends ? await deps.trends.listed(geo) : null,
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
      name: trend.term,
      term: trend.query,
      geo,
      at: trending?.at ?? new Date(0),
      documents: windowDocuments(trend),
      momentum: trend.momentum,
    }),
    origin: 'trend',
    category: categoryOf.get(signalIdOf(trend.query, null)) ?? trend.categories[0] ?? null,
    why: trend.why,
  }))
  const once = new Map<string, Topic>()
  for (const topic of [...topics, ...categoryTopics, ...trendTopics])
    if (!once.has(topic.signalId)) once.set(topic.signalId, topic)
  return [...once.values()]
}

/** Built once, because every term is parsed as a query. */
export function indexCategories(categories: readonly Category[]): CategoryIndex {
  return {
    categoryOf: new Map(
      categories.flatMap(({ id, terms }) => terms.map((term) => [signalIdOf(term, null), id] as const)),
    ),
    nameOf: new Map(categories.map(({ id, name }) => [id, name])),
  }
}

function windowDocuments({ documents, previous }: Trend): number {
  return documents + previous
}

interface TermTopic {
  /** The term itself where absent. */
  name?: string
  term: string
  geo: string | null
  at: Date
  documents: number
  momentum: Topic['momentum']
}

function toTopic({ term, name = term, geo, at, documents, momentum }: TermTopic) {
  return {
    signalId: signalIdOf(term, geo),
    title: geo === null ? name : `${name} in ${geo}`,
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
