import type { SmartSearchInput, SmartSearchResult } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { readSignalQuery } from '../../reports/index.ts'
import { hasModules } from '../../people/index.ts'
import { suggestEntities, suggestTerms } from '../autocomplete/library-suggestions.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { findTopics, saveTopics, topicOrders } from './measured-topics.ts'

/** Finds signals, terms, names and documents for the typed text, in one fast response. */
export async function searchLibrary(
  input: SmartSearchInput,
  { userId }: { userId: string },
  deps: DiscoveryDependencies,
): Promise<SmartSearchResult> {
  const { signals, documents } = deps
  const limit = input.limit ?? 5
  const query = readSignalQuery({ query_term: input.query, geo: input.geo ?? null })
  const { filter } = await signals.filterOf(query)
  const prefix = foldText(input.query)
  const hasSignals = await hasModules(deps.access, userId, ['signals'])
  const [topics, { documents: newest }, documentsTotal, terms, entities] = await Promise.all([
    hasSignals ? findTopics({ query: prefix, geo: input.geo ?? null }, { userId }, deps) : [],
    documents.findDocuments(filter, { limit }),
    documents.countDocuments(filter),
    suggestTerms(prefix, limit, deps),
    suggestEntities(prefix, limit, deps),
  ])
  const firstTopics = topics.toSorted(topicOrders.documents).slice(0, limit)
  await saveTopics(firstTopics, deps)
  return {
    query: query.echo.title,
    signals: firstTopics.map(({ signalId, title, documents: n, computedAt }) => ({
      signalId,
      title,
      documents: n,
      computedAt,
    })),
    terms,
    entities,
    documents: newest.map(({ documentId, title, outlet, url, publishedAt }) => ({
      id: documentId,
      title,
      outlet,
      url,
      publishedAt,
    })),
    documentsTotal,
  }
}
