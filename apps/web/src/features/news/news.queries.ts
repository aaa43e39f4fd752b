import {
  type AuspexClient,
  createNewsFeed,
  createNewsMute,
  deleteNewsFeed,
  deleteNewsMute,
  type PublishedDocument,
  exportNewsFeeds,
  getNewsArticle,
  getNewsCluster,
  importNewsFeeds,
  listNews,
  listNewsClusters,
  listNewsFeeds,
  listNewsMutes,
  markNewsRead,
  type NewsFeedInput,
  type NewsMuteInput,
  type NewsPage,
  undoNewsRead,
  updateNewsArticles,
} from '@auspex/sdk'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { chosenDays, type NewsSearch } from './news.search.ts'
import { byPage } from '../../lib/api/query.ts'

const perPage = 30
const storiesPerPage = 20
/** The maximum delay before a new article is announced, in milliseconds. */
const pollIntervalMs = 15_000
/** Earlier than any article. */
const beforeAll = '1900-01-01'

const listKey = ['news', 'list'] as const
const feedsKey = ['news', 'feeds'] as const
const storiesKey = ['news', 'stories'] as const
const mutesKey = ['news', 'mutes'] as const

type ListSearch = NewsSearch

const toInput = ({ feed, show, muted, ...search }: ListSearch) => ({
  feedId: feed ?? 'all',
  ...toDays(chosenDays(search)),
  ...(show !== undefined && { state: show }),
  ...(muted !== undefined && { withMuted: true }),
})
const toDays = (days: { from: string; to: string } | null) =>
  days === null ? {} : { startDate: days.from, endDate: days.to }
const keyOf = ({ feed, show, muted, from, to }: ListSearch) =>
  [feed ?? 'all', show ?? 'all', muted ?? '', from ?? '', to ?? ''] as const

/** Articles, newest first. Fetched once: the list must not move while it is read. */
export const newsOptions = (client: AuspexClient, search: ListSearch) =>
  infiniteQueryOptions({
    queryKey: [...listKey, ...keyOf(search)],
    queryFn: ({ signal, pageParam }) =>
      listNews({ ...toInput(search), perPage, ...(pageParam !== null && { cursor: pageParam }) }, { client, signal }),
    initialPageParam: null as string | null, // only the first page has no cursor
    getNextPageParam: ({ page }) => page.nextCursor,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })

/** The newest articles, polled while the page is open: a failure needs no separate retry. */
export const arrivalsOptions = (client: AuspexClient, search: ListSearch) =>
  queryOptions({
    queryKey: ['news', 'arrivals', ...keyOf(search)],
    queryFn: ({ signal }) => listNews({ ...toInput(search), perPage }, { client, signal, retry: false }),
    refetchInterval: pollIntervalMs,
    staleTime: pollIntervalMs,
  })

/** The newest article of all time: in a library with only old news, it shows which days have any. */
export const newestOptions = (client: AuspexClient, feed: string | undefined) =>
  queryOptions({
    queryKey: ['news', 'newest', feed ?? 'all'],
    queryFn: async ({ signal }) => {
      const { items } = await listNews(
        { feedId: feed ?? 'all', startDate: beforeAll, perPage: 1, withMuted: true },
        { client, signal },
      )
      return items[0]?.publishedAt.slice(0, 10) ?? null
    },
  })

export const feedsOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: feedsKey,
    queryFn: ({ signal }) => listNewsFeeds({ client, signal }),
    refetchInterval: 4 * pollIntervalMs,
  })

export const articleOptions = (client: AuspexClient, documentId: string) =>
  queryOptions({
    queryKey: ['news', 'article', documentId],
    queryFn: ({ signal }) => getNewsArticle(documentId, { client, signal }),
    staleTime: Infinity,
  })

/** Stories, most relevant first. */
export const storiesOptions = (client: AuspexClient, search: ListSearch) =>
  infiniteQueryOptions({
    queryKey: [...storiesKey, ...keyOf(search)],
    queryFn: ({ signal, pageParam }) =>
      listNewsClusters({ ...toInput(search), page: pageParam, perPage: storiesPerPage }, { client, signal }),
    ...byPage,
    staleTime: pollIntervalMs,
  })

/** A story may grow while it is being read: its page updates in place. */
export const storyOptions = (client: AuspexClient, clusterId: string) =>
  queryOptions({
    queryKey: ['news', 'story', clusterId],
    queryFn: ({ signal }) => getNewsCluster(clusterId, { client, signal }),
    refetchInterval: pollIntervalMs,
  })

export const storyArticlesOptions = (client: AuspexClient, clusterId: string) =>
  infiniteQueryOptions({
    queryKey: ['news', 'storyArticles', clusterId],
    queryFn: ({ signal, pageParam }) =>
      listNews({ clusterId, perPage, ...(pageParam !== null && { cursor: pageParam }) }, { client, signal }),
    initialPageParam: null as string | null, // only the first page has no cursor
    getNextPageParam: ({ page }) => page.nextCursor,
  })

export const mutesOptions = (client: AuspexClient) =>
  queryOptions({ queryKey: mutesKey, queryFn: ({ signal }) => listNewsMutes({ client, signal }) })

interface Marks {
  isRead?: boolean
  isSaved?: boolean
}

/**
 * Marks an article immediately on the screen, and reverts it if the server refuses. Marks are sent sequentially: of two
 * concurrent requests the older might arrive last.
 */
export const useMarkArticle = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'news-marks' },
    mutationFn: ({ id, ...marks }: Marks & { id: string }) =>
      updateNewsArticles({ documentIds: [id], ...marks }, { client }),
    onMutate: ({ id, ...marks }) => {
      const lists = queryClient.getQueriesData<InfiniteData<NewsPage>>({ queryKey: ['news'] })
      changeArticle(queryClient, id, marks)
      return { lists }
    },
    onError: (_error, _marks, before) => {
      for (const [key, data] of before?.lists ?? []) queryClient.setQueryData(key, data)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: feedsKey }),
  })
}

const changeArticle = (queryClient: QueryClient, id: string, marks: Marks): void => {
  const change = (item: PublishedDocument): PublishedDocument =>
    item.id === id && item.news ? { ...item, news: { ...item.news, ...marks } } : item
  for (const key of [listKey, ['news', 'storyArticles']])
    queryClient.setQueriesData<InfiniteData<NewsPage>>(
      { queryKey: key },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
    )
  queryClient.setQueryData<{ document: PublishedDocument }>(
    ['news', 'article', id],
    (data) => data && { ...data, document: change(data.document) },
  )
}

/** Refetches all news of the person. */
export const useRefreshNews = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['news'] })
}

/** Marks the articles of a feed as read, up to the time of the newest one that is shown. */
export const useMarkFeedRead = (client: AuspexClient) => {
  const refresh = useRefreshNews()
  return useMutation({
    mutationFn: ({ feedId, until }: { feedId: string; until: string }) => markNewsRead({ feedId, until }, { client }),
    onSuccess: refresh,
  })
}

export const useUndoFeedRead = (client: AuspexClient) => {
  const refresh = useRefreshNews()
  return useMutation({ mutationFn: (id: string) => undoNewsRead(id, { client }), onSuccess: refresh })
}

export const useCreateMute = (client: AuspexClient) => {
  const refresh = useRefreshNews()
  return useMutation({ mutationFn: (input: NewsMuteInput) => createNewsMute(input, { client }), onSuccess: refresh })
}

export const useDeleteMute = (client: AuspexClient) => {
  const refresh = useRefreshNews()
  return useMutation({ mutationFn: (id: string) => deleteNewsMute(id, { client }), onSuccess: refresh })
}

export const useCreateFeed = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: NewsFeedInput) => createNewsFeed(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: feedsKey }),
  })
}

export const useDeleteFeed = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteNewsFeed(id, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: feedsKey }),
  })
}

export const useImportFeeds = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (opml: string) => importNewsFeeds({ opml }, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: feedsKey }),
  })
}

export const useExportFeeds = (client: AuspexClient) => useMutation({ mutationFn: () => exportNewsFeeds({ client }) })
