import type { SmartSearchInput, SmartSearchResult } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import type { AutocompleteModule } from '../autocomplete/autocomplete.module.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { readSignalQuery, type Signals } from '../../reports/index.ts'
import { type AccessReader, hasModules } from '../../people/index.ts'
import { type MeasuredTopics, topicOrders } from './measured-topics.ts'

export interface SmartSearchDependencies {
  topics: MeasuredTopics
  suggest: AutocompleteModule['suggest']
  signals: Signals
  documents: DocumentsModule
  access: AccessReader
}

/** Finds signals, terms, names and documents for the typed text, in one fast response. */
export function createSmartSearch({ topics, suggest, signals, documents, access }: SmartSearchDependencies) {
  return async (input: SmartSearchInput, userId: string): Promise<SmartSearchResult> => {
    const limit = input.limit ?? 5
    const query = readSignalQuery({ query_term: input.query, geo: input.geo ?? null })
    const { filter } = await signals.filterOf(query)
    const prefix = foldText(input.query)
    const hasSignals = await hasModules(access, userId, ['signals'])
    const [found, { documents: newest }, documentsTotal, terms, entities] = await Promise.all([
      hasSignals ? topics.find(userId, { query: prefix, geo: input.geo ?? null }) : [],
      documents.findDocuments(filter, { limit }),
      documents.countDocuments(filter),
      suggest.terms(prefix, limit),
      suggest.entities(prefix, limit),
    ])
    const shown = found.toSorted(topicOrders.documents).slice(0, limit)
    await topics.keep(shown)
    return {
      query: query.echo.title,
      signals: shown.map(({ signalId, title, documents: n, computedAt }) => ({
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
}
