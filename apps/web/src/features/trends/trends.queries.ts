import {
  type AuspexClient,
  type AuspexError,
  getClusters,
  type GetClustersParams,
  getTrendSummary,
  searchTopics,
  smartSearchLite,
  type TrendList,
} from '@auspex/sdk'
import {
  getCategoryQueryOptions,
  getClustersQueryKey,
  listCategoriesQueryOptions,
  listCategoryTrendsQueryOptions,
  listGeneralTrendsQueryOptions,
  listGlobalTrendsCountriesQueryOptions,
  listIndustriesQueryOptions,
} from '@auspex/sdk/react'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { byPage, patientQuery } from '../../lib/api/query.ts'
import type { TrendsSearch } from './trends.search.ts'

/** Certain growth comes first, so anything beyond this is uncertain. */
const shownTrends = 60
const storiesPerPage = 20
const maxTopics = 200

/** Trends of the library, or of a category of it. Without a window the server chooses one. */
export const trendsOptions = (
  client: AuspexClient,
  { category, ...scope }: TrendsSearch,
): UseQueryOptions<TrendList, AuspexError> =>
  category === undefined ? generalTrendsOptions(client, scope) : categoryTrendsOptions(client, category, scope)

const generalTrendsOptions = (client: AuspexClient, scope: TrendsSearch) =>
  listGeneralTrendsQueryOptions(
    { limit: shownTrends, ...toParams(scope) },
    { request: { client }, query: { placeholderData: keepPreviousData } },
  )

const categoryTrendsOptions = (client: AuspexClient, category: string, scope: TrendsSearch) =>
  listCategoryTrendsQueryOptions(
    { category, ...toParams(scope) },
    { request: { client }, query: { placeholderData: keepPreviousData } },
  )

const windowDays = { '7': 7, '28': 28, '90': 90, '365': 365 } as const

const toParams = ({ geo, window, asOf }: TrendsSearch) => ({
  ...(geo && { geo }),
  ...(window && { windowDays: windowDays[window] }),
  ...(asOf && { asOf }),
})

export const trendCountriesOptions = (client: AuspexClient) =>
  listGlobalTrendsCountriesQueryOptions({ request: { client, retry: false }, query: patientQuery })

export const categoriesOptions = (client: AuspexClient) =>
  listCategoriesQueryOptions({ request: { client, retry: false }, query: patientQuery })
export const industriesOptions = (client: AuspexClient) =>
  listIndustriesQueryOptions({ request: { client, retry: false }, query: patientQuery })
export const categoryOptions = (client: AuspexClient, id: string) =>
  getCategoryQueryOptions(id, { request: { client } })

/** Topics with numbers, certain growth first: one response for the cards of all categories. */
export const measuredTopicsOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: ['discovery', 'searchTopics'],
    queryFn: ({ signal }) => searchTopics({ perPage: maxTopics, sort: 'momentum' }, { client, signal }),
  })

export const storiesOptions = (client: AuspexClient, filter: GetClustersParams) =>
  infiniteQueryOptions({
    queryKey: [...getClustersQueryKey(client, filter), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      getClusters({ ...filter, page: pageParam, perPage: storiesPerPage }, { client, signal }),
    ...byPage,
    placeholderData: keepPreviousData,
  })

/** How long a summary stays fresh, in milliseconds: opening a row again measures nothing. */
const summaryMaxAgeMs = 5 * 60_000

/** What the library contains about a trend, optionally in one country. Fetched only when its row is opened. */
export const trendSummaryOptions = (client: AuspexClient, term: string, geo: string | undefined) =>
  queryOptions({
    queryKey: ['signal', 'trendSummary', term, geo],
    queryFn: ({ signal }) => getTrendSummary({ trend: toTrendQuery(term, geo), input: null }, { client, signal }),
    staleTime: summaryMaxAgeMs,
  })

/** The search of a topic, in a country if one is chosen. */
export const toTrendQuery = (query: string, geo: string | undefined): string =>
  geo === undefined ? query : `(${query}) country:${geo}`

/** Matches for the typed text; an invalid query finds nothing, and is not a failure. */
export const topicBoxOptions = (client: AuspexClient, query: string) =>
  queryOptions({
    queryKey: ['discovery', 'smartSearchLite', query],
    queryFn: ({ signal }) => smartSearchLite({ query, limit: 5 }, { client, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
