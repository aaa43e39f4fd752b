import {
  type AuspexClient,
  endMailSubscription,
  type NotificationSettingsChanges,
  sendTestMail,
  updateNotificationSettings,
} from '@auspex/sdk'
import {
  getMailSubscriptionQueryOptions,
  getNotificationSettingsQueryKey,
  getNotificationSettingsQueryOptions,
  listMailDeliveriesQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { keepAnswer } from '../../lib/api/query.ts'

export const notificationSettingsOptions = (client: AuspexClient) =>
  getNotificationSettingsQueryOptions({ request: { client } })

export const useUpdateNotifications = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: NotificationSettingsChanges) => updateNotificationSettings(changes, { client }),
    onSuccess: (settings) => keepAnswer(queryClient, getNotificationSettingsQueryKey(client), settings),
    onError: () => queryClient.invalidateQueries({ queryKey: getNotificationSettingsQueryKey(client) }),
  })
}

export const useSendTestMail = (client: AuspexClient) => useMutation({ mutationFn: () => sendTestMail({ client }) })

/** Always read again: an email that waited may have been sent since. */
export const mailDeliveriesOptions = (client: AuspexClient, page: number, perPage: number) => ({
  ...listMailDeliveriesQueryOptions({ page, perPage }, { request: { client }, query: { staleTime: 0 } }),
  placeholderData: keepPreviousData,
})

/** Never cached: it may be switched on again at any moment. */
export const mailSubscriptionOptions = (client: AuspexClient, token: string) =>
  getMailSubscriptionQueryOptions(token, { request: { client }, query: { staleTime: 0, gcTime: 0 } })

export const useEndMailSubscription = (client: AuspexClient, token: string) =>
  useMutation({
    mutationFn: () => endMailSubscription(token, { 'List-Unsubscribe': 'One-Click' }, { client }),
  })
