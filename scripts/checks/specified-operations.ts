import { readContractDocument } from '@auspex/contract/file'
import { methods } from '@auspex/contract'

/** Every method and path in the specification (its §7); `{}` stands for a parameter of any name. */
export const specifiedOperations: readonly string[] = `
GET /users/me
GET /users/inbox-list
GET /signal/json/{}
GET /signal/json/{}/{}
POST /signal/getChatter
POST /signal/fetchLocationMetrics
GET /signal/getInflectionPointSummary
POST /signal/getExecutiveSummary
POST /signal/smartRedirect
GET /signal/doc_count/{}
GET /signal/getTone
GET /signal/getTonePosts
GET /signal/items/{}/sentiments/news/articles
GET /signal/items/{}/sentiments/reddit/comments
POST /signal/trendSummary
GET /signal/narrative/{}/meta/interests
GET /signal/narrative/meta/estimate
POST /signal/sendSignalMessage
POST /signal/influential-voices
POST /signal/getContextSnippets
POST /explore/topicQuery
POST /explore/signalBySources
POST /explore/generateContextSpace
POST /explore/deleteContextSpaceData
POST /explore/getQueryStatus
POST /explore/topicQueryLiteBulk
POST /explore/addNewContextsToContextSpace
POST /explore/smartSearchLite
POST /explore/stockAutocomplete
GET /explore/generalTrends
GET /explore/categoryTrends
GET /explore/industries
GET /explore/categories
GET /explore/global_trends_countries
GET /explore/getGlobalTrendsSubscriptions
GET /explore/getMonitorSubscriptions
GET /explore/getClusters
POST /explore/saveRecentSearch
POST /explore/clearRecentSearches
POST /explore/createGlobalTrendsSubscription
POST /explore/deleteGlobalTrendsSubscription
POST /explore/createMonitorSubscription
POST /explore/deleteMonitorSubscription
POST /explore/search-topics
POST /explore/correlateStock
POST /explore/getStockForecast
POST /explore/correlateCrypto
POST /portfolio/create
POST /portfolio/update
POST /portfolio/update/{}
POST /portfolio/refreshPortfolio
POST /portfolio/addTrendsBulk
POST /portfolio/createWithTrendsBulk
POST /portfolio/topic/{}/{}
POST /portfolio/topic/{}
POST /portfolio/removeTrendBulk
POST /portfolio/remove
GET /portfolio/{}
GET /portfolio
GET /portfolio/getPortfolios
GET /portfolio/topic
GET /category/{}
PUT /onboarding/updatePreferences
PUT /onboarding/completeTask
PUT /onboarding/updateCurrentTask
PUT /onboarding/reset
POST /onboarding/suggestions
GET /autocomplete/{}
GET /autocomplete/entities/{}
GET /stories
GET /stories/{}
POST /stories/create
PUT /stories/update
DELETE /stories/delete/{}
POST /stories/addCard
PUT /stories/updateCard
DELETE /stories/deleteCard/{}/{}
GET /project
GET /project/{}
POST /project/create
PUT /project/update
DELETE /project/delete/{}
POST /project/addPortfolios
POST /project/removePortfolios
GET /activity
GET /activity/heatmap
POST /events/
GET /godmode/activity
GET /godmode/activity/heatmap
GET /godmode/portfolios
GET /godmode/organization-groups
GET /godmode/users
GET /godmode/organizations
GET /godmode/filtered-organizations
POST /godmode/organization-groups
PATCH /godmode/organization-groups/{}
POST /godmode/users
POST /godmode/organization-groups/{}/users
DELETE /godmode/organization-groups/{}/users/{}
GET /godmode/organization-groups/{}/users
POST /godmode/users/{}/modules
POST /godmode/organization
PATCH /godmode/organization/{}
GET /godmode/cache/{}
POST /godmode/cache/{}
POST /godmode/cache/portfolio/{}
GET /clinical-trials/search/{}/{}
GET /clinical-trials/autocomplete/{}
GET /pubmed
GET /pubmed/time_series
POST /newsfeed
POST /newsfeed/clusters
GET /demographics/tiktok/hashtags/{}/trends
GET /demographics/tiktok/hashtags/{}/videos
GET /demographics/tiktok/hashtags/{}/creators
GET /health/getStatus
GET /zeus/getZeusData
GET /zeus/getZeusReports
GET /zeus/getWorkflowsData
GET /workflows/getWorkflowsData
POST /zeus/getZeusReply
POST /zeus/deleteZeusChat
POST /zeus/saveZeusReport
POST /zeus/updateZeusReport
POST /zeus/deleteZeusReport
POST /zeus/getZeusThreadSummary
POST /zeus/getZeusReportSummary
POST /v1/zeus/query-stream
POST /v1/zeus/query-stream/regeneration
`
  .trim()
  .split('\n')

/** The contract's operation ids, by method and path as the specification writes them. */
export function readContractOperations(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(readContractDocument().paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method]
        return operation
          ? [[`${method.toUpperCase()} ${path.replaceAll(/{\w+}/g, '{}')}`, operation.operationId] as const]
          : []
      }),
    ),
  )
}
