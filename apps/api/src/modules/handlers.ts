import { type Handlers, notImplemented } from '../http/handlers.ts';
import type { UsersModule } from './users/index.ts';

/** The modules that answer operations. */
export interface HandlerModules {
  users: UsersModule;
}

/** The server's whole surface: every operation of the contract, spread from the modules that own them. */
export function createHandlers({ users }: HandlerModules): Handlers {
  return {
    ...users.operations,
    getStatus: notImplemented('getStatus'),
    topicQuery: notImplemented('topicQuery'),
    signalBySources: notImplemented('signalBySources'),
    getQueryStatus: notImplemented('getQueryStatus'),
    cancelSearch: notImplemented('cancelSearch'),
    listGeneralTrends: notImplemented('listGeneralTrends'),
    listCategoryTrends: notImplemented('listCategoryTrends'),
    listIndustries: notImplemented('listIndustries'),
    listCategories: notImplemented('listCategories'),
    saveRecentSearch: notImplemented('saveRecentSearch'),
    clearRecentSearches: notImplemented('clearRecentSearches'),
    listRecentSearches: notImplemented('listRecentSearches'),
    listSources: notImplemented('listSources'),
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
    autocompleteTerm: notImplemented('autocompleteTerm'),
    autocompleteEntity: notImplemented('autocompleteEntity'),
    startImport: notImplemented('startImport'),
    getImport: notImplemented('getImport'),
    finishImport: notImplemented('finishImport'),
    storeImportBatch: notImplemented('storeImportBatch'),
  };
}
