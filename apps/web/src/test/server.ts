import {
  getAutocompleteTermMockHandler,
  getCancelSearchMockHandler,
  getClearRecentSearchesMockHandler,
  getGetMeMockHandler,
  getGetQueryStatusMockHandler,
  getGetSignalReportMockHandler,
  getGetStatusMockHandler,
  getListCategoriesMockHandler,
  getListGeneralTrendsMockHandler,
  getListRecentSearchesMockHandler,
  getListSignalDocumentsMockHandler,
  getListSourcesMockHandler,
  getSaveRecentSearchMockHandler,
  getTopicQueryMockHandler,
} from '@auspex/sdk/msw'
import { setupServer } from 'msw/node'

/** Answers with the contract's examples; a test overrides only what it is about. */
export const server = setupServer(
  getGetMeMockHandler(),
  getGetStatusMockHandler(),
  getListRecentSearchesMockHandler(),
  getListCategoriesMockHandler(),
  getListGeneralTrendsMockHandler(),
  getListSourcesMockHandler(),
  getAutocompleteTermMockHandler(),
  getSaveRecentSearchMockHandler(),
  getClearRecentSearchesMockHandler(),
  getTopicQueryMockHandler(),
  getGetQueryStatusMockHandler(),
  getCancelSearchMockHandler(),
  getGetSignalReportMockHandler(),
  getListSignalDocumentsMockHandler(),
)
