import { type Handlers, notImplemented } from '../http/handlers.ts'
import type { ImportsOperations } from './imports/index.ts'

/** What each module answers. */
export interface HandlerModules {
  autocomplete: Pick<Handlers, 'autocompleteTerm' | 'autocompleteEntity'>
  catalog: Pick<Handlers, 'listIndustries' | 'listCategories'>
  health: Pick<Handlers, 'getStatus'>
  imports: ImportsOperations
  recentSearches: Pick<Handlers, 'saveRecentSearch' | 'listRecentSearches' | 'clearRecentSearches'>
  sources: Pick<Handlers, 'listSources'>
  users: Pick<Handlers, 'getMe' | 'listInbox'>
}

/** The server's whole surface: every operation of the contract, spread from the modules that own them. */
export function createHandlers(modules: HandlerModules): Handlers {
  return {
    ...modules.autocomplete,
    ...modules.catalog,
    ...modules.health,
    ...modules.imports,
    ...modules.recentSearches,
    ...modules.sources,
    ...modules.users,
    topicQuery: notImplemented('topicQuery'),
    signalBySources: notImplemented('signalBySources'),
    getQueryStatus: notImplemented('getQueryStatus'),
    cancelSearch: notImplemented('cancelSearch'),
    listGeneralTrends: notImplemented('listGeneralTrends'),
    listCategoryTrends: notImplemented('listCategoryTrends'),
    getSignalReport: notImplemented('getSignalReport'),
    getSignalSection: notImplemented('getSignalSection'),
    listSignalDocuments: notImplemented('listSignalDocuments'),
    getDocumentCount: notImplemented('getDocumentCount'),
    getTone: notImplemented('getTone'),
    listTonePosts: notImplemented('listTonePosts'),
    listToneArticles: notImplemented('listToneArticles'),
    listToneComments: notImplemented('listToneComments'),
    getChatter: notImplemented('getChatter'),
    fetchLocationMetrics: notImplemented('fetchLocationMetrics'),
    getInfluentialVoices: notImplemented('getInfluentialVoices'),
    getExecutiveSummary: notImplemented('getExecutiveSummary'),
    getContextSnippets: notImplemented('getContextSnippets'),
    getInflectionPointSummary: notImplemented('getInflectionPointSummary'),
    smartRedirect: notImplemented('smartRedirect'),
    getTrendSummary: notImplemented('getTrendSummary'),
    getInterests: notImplemented('getInterests'),
    getAudienceEstimate: notImplemented('getAudienceEstimate'),
    sendSignalMessage: notImplemented('sendSignalMessage'),
  }
}
