import {
  type AuspexClient,
  createGlobalTrendsSubscription,
  createMonitorSubscription,
  deleteGlobalTrendsSubscription,
  deleteMonitorSubscription,
  type GlobalTrendsSubscription,
  type GlobalTrendsSubscriptionInput,
  type MonitorPreviewInput,
  type MonitorSubscription,
  type MonitorSubscriptionInput,
  previewMonitor,
} from '@auspex/sdk'
import {
  getGetGlobalTrendsSubscriptionsQueryKey,
  getGetGlobalTrendsSubscriptionsQueryOptions,
  getGetMonitorSubscriptionsQueryKey,
  getGetMonitorSubscriptionsQueryOptions,
  getListCategoriesQueryOptions,
  getListGlobalTrendsCountriesQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { patientQuery } from '../../lib/patient-query.ts'

/** As many as a person may have. */
const most = 100

export const monitorsOptions = (client: AuspexClient) =>
  getGetMonitorSubscriptionsQueryOptions({ perPage: most }, { request: { client } })
export const digestsOptions = (client: AuspexClient) =>
  getGetGlobalTrendsSubscriptionsQueryOptions({ perPage: most }, { request: { client } })
export const categoriesOptions = (client: AuspexClient) =>
  getListCategoriesQueryOptions({ request: { client, retry: false }, query: patientQuery })
export const countriesOptions = (client: AuspexClient) =>
  getListGlobalTrendsCountriesQueryOptions({ request: { client, retry: false }, query: patientQuery })

/** What a rule would have done; asked while it is set up. */
export const previewOptions = (client: AuspexClient, input: MonitorPreviewInput) =>
  queryOptions({
    queryKey: ['monitors', 'preview', input],
    queryFn: ({ signal }) => previewMonitor(input, { client, signal }),
    enabled: (input.query.query_term ?? '').trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useCreateMonitor = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: MonitorSubscriptionInput) => createMonitorSubscription(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getGetMonitorSubscriptionsQueryKey() }),
  })
}

export const useDeleteMonitor = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    // The whole monitor is handed in so that undo knows what was deleted.
    mutationFn: ({ id }: MonitorSubscription) => deleteMonitorSubscription({ id }, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getGetMonitorSubscriptionsQueryKey() }),
  })
}

export const useCreateDigest = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: GlobalTrendsSubscriptionInput) => createGlobalTrendsSubscription(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getGetGlobalTrendsSubscriptionsQueryKey() }),
  })
}

export const useDeleteDigest = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: GlobalTrendsSubscription) => deleteGlobalTrendsSubscription({ id }, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getGetGlobalTrendsSubscriptionsQueryKey() }),
  })
}
