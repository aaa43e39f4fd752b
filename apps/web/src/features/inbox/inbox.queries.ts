import { type AuspexClient, type InboxMessage, type InboxPage, listInbox, markInboxMessage } from '@auspex/sdk'
import { listInboxQueryKey } from '@auspex/sdk/react'
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryTools } from '../../lib/api/query.ts'

const perPage = 30
/** Polled once a minute, because the server delivers no more often. */
const pollIntervalMs = 60_000

const inboxKey = (client: AuspexClient) => [...listInboxQueryKey(client), 'pages'] as const
const unreadKey = (client: AuspexClient) => [...listInboxQueryKey(client), 'unread'] as const

/** All messages, newest first, page by page. */
export const inboxOptions = (client: AuspexClient) =>
  infiniteQueryOptions({
    queryKey: inboxKey(client),
    queryFn: ({ signal, pageParam }) =>
      listInbox({ perPage, ...(pageParam !== null && { cursor: pageParam }) }, { client, signal }),
    initialPageParam: null as string | null, // only the first page has no cursor
    getNextPageParam: ({ page }) => page.nextCursor,
    // people open this page for unread messages
    staleTime: 0,
  })

/** How many messages are unread; polled while the app is open. */
export const unreadOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: unreadKey(client),
    queryFn: async ({ signal }) => (await listInbox({ perPage: 1 }, { client, signal })).unread,
    refetchInterval: pollIntervalMs,
  })

export const useMarkMessage = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) => markInboxMessage(id, { read }, { client }),
    onSuccess: (message) => {
      queryClient.setQueryData<InfiniteData<InboxPage>>(
        inboxKey(client),
        (data) => data && replaceMessage(data, message),
      )
      return queryClient.invalidateQueries({ queryKey: unreadKey(client) })
    },
  })
}

/** Marks every unread message as read, page by page; returns how many there were. */
export const markAllMessagesRead = async ({ client, queryClient }: QueryTools): Promise<number> => {
  let count = 0
  try {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, page } = await listInbox({ perPage, ...(cursor && { cursor }) }, { client })
      const unread = items.filter(({ readAt }) => readAt === null)
      await Promise.all(unread.map(({ id }) => markInboxMessage(id, { read: true }, { client })))
      count += unread.length
      cursor = page.nextCursor
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: listInboxQueryKey(client) })
  }
  return count
}

export const useMarkAllMessages = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => markAllMessagesRead({ client, queryClient }) })
}

const replaceMessage = (data: InfiniteData<InboxPage>, message: InboxMessage): InfiniteData<InboxPage> => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === message.id ? message : item)),
  })),
})
