import {
  type AuspexClient,
  createDestination,
  createDigest,
  createFeedKey,
  createGlobalTrendsSubscription,
  createMonitorSubscription,
  deleteGlobalTrendsSubscription,
  deleteMonitorSubscription,
  type DestinationInput,
  type DigestChanges,
  type DigestInput,
  type DigestPreviewInput,
  type FeedKeyInput,
  type GlobalTrendsSubscription,
  type GlobalTrendsSubscriptionInput,
  dryRunMonitor,
  type MonitorChanges,
  type MonitorPreviewInput,
  type MonitorSubscription,
  type MonitorSubscriptionInput,
  previewDigest,
  previewMonitor,
  sendDigest,
  sendMonitorTestNotification,
  updateDigest,
  updateMonitor,
} from '@auspex/sdk'
import {
  getGlobalTrendsSubscriptionsQueryKey,
  getGlobalTrendsSubscriptionsQueryOptions,
  getMonitorSubscriptionsQueryKey,
  getMonitorSubscriptionsQueryOptions,
  getNotificationSettingsQueryOptions,
  listCategoriesQueryOptions,
  listDestinationsQueryKey,
  listDestinationsQueryOptions,
  listDigestsQueryKey,
  listDigestsQueryOptions,
  listFeedKeysQueryKey,
  listFeedKeysQueryOptions,
  listGlobalTrendsCountriesQueryOptions,
} from '@auspex/sdk/react'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { patientQuery } from '../../lib/api/query.ts'

/** The maximum number of monitors per person. */
const maxMonitors = 100

export const monitorsOptions = (client: AuspexClient) =>
  getMonitorSubscriptionsQueryOptions({ perPage: maxMonitors }, { request: { client } })
export const trendSubscriptionsOptions = (client: AuspexClient) =>
  getGlobalTrendsSubscriptionsQueryOptions({ perPage: maxMonitors }, { request: { client } })
export const categoriesOptions = (client: AuspexClient) =>
  listCategoriesQueryOptions({ request: { client, retry: false }, query: patientQuery })
export const countriesOptions = (client: AuspexClient) =>
  listGlobalTrendsCountriesQueryOptions({ request: { client, retry: false }, query: patientQuery })

export const destinationsOptions = (client: AuspexClient) =>
  listDestinationsQueryOptions({ perPage: maxMonitors }, { request: { client, retry: false }, query: patientQuery })

export const refreshDestinations = (queryClient: QueryClient, client: AuspexClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: listDestinationsQueryKey(client) }),
    queryClient.invalidateQueries({ queryKey: getMonitorSubscriptionsQueryKey(client) }),
  ])

export const useCreateDestination = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: DestinationInput) => createDestination(input, { client }),
    onSuccess: () => refreshDestinations(queryClient, client),
  })
}

/** Whether the server sends email. */
export const notificationSettingsOptions = (client: AuspexClient) =>
  getNotificationSettingsQueryOptions({ request: { client, retry: false }, query: patientQuery })

/** The back-test of a rule; nothing is fetched without a rule or a topic. */
export const previewOptions = (client: AuspexClient, input: MonitorPreviewInput | null) =>
  queryOptions({
    queryKey: ['monitors', 'preview', input],
    queryFn: input === null || !hasTopic(input) ? skipToken : ({ signal }) => previewMonitor(input, { client, signal }),
    placeholderData: keepPreviousData,
  })

const hasTopic = ({ query }: MonitorPreviewInput) =>
  [query.query_term, query.x_term].some((term) => (term ?? '').trim() !== '')

export const useCreateMonitor = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: MonitorSubscriptionInput) => createMonitorSubscription(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getMonitorSubscriptionsQueryKey(client) }),
  })
}

/** The alerts that a monitor would have sent recently. */
export const dryRunOptions = (client: AuspexClient, id: string, days: number) =>
  queryOptions({
    queryKey: ['monitors', 'dry-run', id, days],
    queryFn: ({ signal }) => dryRunMonitor(id, { days }, { client, signal }),
    // the rule may have changed since
    staleTime: 0,
  })

export const useUpdateMonitor = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: MonitorChanges }) => updateMonitor(id, changes, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getMonitorSubscriptionsQueryKey(client) }),
  })
}

export const useSendTest = (client: AuspexClient) =>
  useMutation({ mutationFn: (id: string) => sendMonitorTestNotification(id, { client }) })

export const useDeleteMonitor = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    // Takes the whole monitor so that undo knows what was deleted.
    mutationFn: ({ id }: MonitorSubscription) => deleteMonitorSubscription({ id }, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getMonitorSubscriptionsQueryKey(client) }),
  })
}

export const useSubscribeToTrends = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: GlobalTrendsSubscriptionInput) => createGlobalTrendsSubscription(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getGlobalTrendsSubscriptionsQueryKey(client) }),
  })
}

export const useEndTrends = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: GlobalTrendsSubscription) => deleteGlobalTrendsSubscription({ id }, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getGlobalTrendsSubscriptionsQueryKey(client) }),
  })
}

export const digestsOptions = (client: AuspexClient) =>
  listDigestsQueryOptions({ perPage: maxMonitors }, { request: { client } })

export const refreshDigests = (queryClient: QueryClient, client: AuspexClient) =>
  queryClient.invalidateQueries({ queryKey: listDigestsQueryKey(client) })

/** The digest as it would be sent now; nothing is fetched until its scope is known. */
export const digestPreviewOptions = (client: AuspexClient, input: DigestPreviewInput | null) =>
  queryOptions({
    queryKey: ['digests', 'preview', input],
    queryFn: input === null ? skipToken : ({ signal }) => previewDigest(input, { client, signal }),
  })

export const useCreateDigest = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: DigestInput) => createDigest(input, { client }),
    onSuccess: () => refreshDigests(queryClient, client),
  })
}

export const useUpdateDigest = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: DigestChanges }) => updateDigest(id, changes, { client }),
    onSettled: () => refreshDigests(queryClient, client),
  })
}

export const useSendDigest = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendDigest(id, { client }),
    onSettled: () => refreshDigests(queryClient, client),
  })
}

export const feedKeysOptions = (client: AuspexClient) =>
  listFeedKeysQueryOptions({ perPage: maxMonitors }, { request: { client } })

export const refreshFeedKeys = (queryClient: QueryClient, client: AuspexClient) =>
  queryClient.invalidateQueries({ queryKey: listFeedKeysQueryKey(client) })

export const useCreateFeedKey = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: FeedKeyInput) => createFeedKey(input, { client }),
    onSuccess: () => refreshFeedKeys(queryClient, client),
  })
}
