import {
  type AuspexClient,
  AuspexError,
  clearRecentSearches,
  getQueryStatus,
  parseQuery,
  type QueryStatusInput,
  type QueryText,
  type RecentSearch,
  type SearchState,
  saveRecentSearch,
  type SignalQuery,
  topicQuery,
  type SmartRedirect,
  smartRedirect,
} from '@auspex/sdk'
import {
  autocompleteEntityQueryOptions,
  autocompleteTermQueryOptions,
  getMeQueryOptions,
  getSignalReportQueryKey,
  getSignalReportQueryOptions,
  listCategoriesQueryOptions,
  listGeneralTrendsQueryOptions,
  listRecentSearchesQueryKey,
  listRecentSearchesQueryOptions,
  listSourcesQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keepAnswer, patientQuery } from '../../lib/api/query.ts'
import {
  dropClearedSearches,
  isRestorable,
  storeClearedSearches,
  readClearedSearches,
  toSavedQuery,
} from './cleared-searches.ts'
import { toSignalQuery, type TopicSearch } from './explore.search.ts'

/** How long the server waits for the end of a search before it replies, so that the end is known at once, in milliseconds. */
const waitMs = 400
/** The pause between two such requests. */
const pollPauseMs = 100

/** How often, and after how many milliseconds, a failed poll is retried. */
const pollAttempts = 5
const pollRetryDelayMs = 1000

export const suggestionsOptions = (client: AuspexClient, term: string) =>
  autocompleteTermQueryOptions(term.slice(0, 100), {
    request: { client },
    query: { enabled: term !== '', placeholderData: keepPreviousData },
  })

/** Names that occur in documents of the library and begin with the typed text. */
export const namesOptions = (client: AuspexClient, text: string) =>
  autocompleteEntityQueryOptions(text.slice(0, 100), {
    request: { client },
    query: { enabled: text !== '', placeholderData: keepPreviousData },
  })

/** How a query is interpreted; fetched while it is typed. */
export const parsedQueryOptions = (client: AuspexClient, text: QueryText) =>
  queryOptions({
    queryKey: ['explore', 'parseQuery', text],
    queryFn: ({ signal }) => parseQuery(text, { client, signal }),
    enabled: [text.query_term, text.x_term].some((term) => term != null && term.trim() !== ''),
    // the same text is always interpreted in the same way
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

export const recentSearchesOptions = (client: AuspexClient) => listRecentSearchesQueryOptions({ request: { client } })
export const trendsOptions = (client: AuspexClient, windowDays?: 28 | 90 | 365) =>
  listGeneralTrendsQueryOptions({ limit: 12, ...(windowDays && { windowDays }) }, { request: { client } })
export const categoriesOptions = (client: AuspexClient) =>
  listCategoriesQueryOptions({ request: { client, retry: false }, query: patientQuery })
export const sourcesOptions = (client: AuspexClient) => listSourcesQueryOptions({ request: { client } })

interface Cache {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
}

/** Fetches the report of a search that is complete, while the search still gives way to it; a cached one is from before the search. */
const prefetchReport = ({ client, queryClient }: Cache, { status, signal_id: signalId }: SearchState): void => {
  if (status !== 'complete') return
  queryClient.removeQueries({ queryKey: getSignalReportQueryKey(client, signalId) })
  void queryClient.prefetchQuery(getSignalReportQueryOptions(signalId, undefined, { request: { client } }))
}

/** Starts a search, once for each time the page is opened. The server reads the words as typed by a person, unless they are to be searched exactly. */
export const startSearchOptions = ({ client, queryClient }: Cache, search: TopicSearch) =>
  queryOptions({
    queryKey: ['explore', 'topicQuery', search],
    queryFn: async ({ signal }) => {
      const interpret = search.exactly !== '1' && search.force !== '1' && search.and === undefined
      const query = { ...toSignalQuery(search), interpret, remember: true, waitMs }
      const state = await topicQuery(query, { client, signal })
      prefetchReport({ client, queryClient }, state)
      void queryClient.invalidateQueries({ queryKey: listRecentSearchesQueryKey(client) })
      // the report that follows explains why another wording was searched
      const redirect = state.interpretation?.redirect
      if (redirect) queryClient.setQueryData(redirectOptions(client, search).queryKey, redirect)
      return state
    },
    enabled: search.term !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Polls a search until it ends; each attempt starts with an empty cache. */
export const searchStatusOptions = (client: AuspexClient, statusInput: QueryStatusInput, attempt: number) =>
  queryOptions({
    queryKey: ['explore', 'getQueryStatus', statusInput.request_id, attempt],
    queryFn: async ({ signal, client: queryClient }) => {
      const state = await getQueryStatus({ ...statusInput, waitMs }, { client, signal, retry: false })
      prefetchReport({ client, queryClient }, state)
      return state
    },
    staleTime: 0,
    gcTime: 0,
    // One lost response must not end a search. Retried here and not by the SDK, so that a poll does not wait too long.
    retry: (failures, error) => failures < pollAttempts && error instanceof AuspexError && error.isRetryable,
    retryDelay: pollRetryDelayMs,
    refetchInterval: (query) => {
      const status = query.state.data?.status
      return query.state.error === null && (status === undefined || status === 'queued' || status === 'running')
        ? pollPauseMs
        : false
    },
  })

/** The id of the signed-in person, already fetched by the shell. */
export const personOptions = (client: AuspexClient) =>
  getMeQueryOptions({ request: { client }, query: { select: ({ profile }) => profile.id } })

/** Clears the searches on the server, and stores in this tab what undo needs, including earlier cleared searches that can still be restored. */
export const clearHistory = async (
  { client, queryClient }: Cache,
  searches: readonly RecentSearch[],
): Promise<void> => {
  await clearRecentSearches({ client })
  const { profile } = await queryClient.ensureQueryData(getMeQueryOptions({ request: { client } }))
  const now = Date.now()
  const before = readClearedSearches()
  const earlier = before && isRestorable(before, profile.id, now) ? before.queries : []
  storeClearedSearches({ personId: profile.id, clearedAt: now, queries: [...searches.map(toSavedQuery), ...earlier] })
  keepAnswer(queryClient, listRecentSearchesQueryKey(client), { items: [] })
}

/** The server has deleted the searches, so undo saves them again, oldest first: this restores the order, with new times. */
export const restoreHistory = async (
  { client, queryClient }: Cache,
  queries: readonly SignalQuery[],
): Promise<void> => {
  try {
    for (const query of queries.toReversed()) await saveRecentSearch(query, { client })
    dropClearedSearches()
  } finally {
    await queryClient.invalidateQueries({ queryKey: listRecentSearchesQueryKey(client) })
  }
}

export const useClearRecentSearches = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (searches: readonly RecentSearch[]) => clearHistory({ client, queryClient }, searches),
  })
}

export const useRestoreRecentSearches = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (queries: readonly SignalQuery[]) => restoreHistory({ client, queryClient }, queries),
  })
}

/** How long a response stays fresh, in milliseconds, so that going back and forth sends one request. */
const maxAgeMs = 5 * 60_000

/** The wording that a term is redirected to. After a failure the term is searched as typed. */
export const redirectOptions = (client: AuspexClient, { term, geo }: TopicSearch) =>
  queryOptions({
    queryKey: ['signal', 'smartRedirect', term, geo],
    queryFn: ({ signal }) => smartRedirect({ trend_name: term ?? '', geo: geo ?? null }, { client, signal }),
    enabled: term !== undefined,
    staleTime: maxAgeMs,
  })

/** Whether a term led to another wording than the typed one. */
export const isRedirect = (redirect: SmartRedirect): boolean => redirect.signalId !== redirect.asked.signalId
