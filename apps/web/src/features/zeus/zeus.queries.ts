import {
  type AuspexClient,
  createZeusThreadReport,
  deleteZeusChat,
  listZeusThreads,
  rateZeusMessage,
  type RatingInput,
  selectZeusMessage,
  type UpdateThreadInput,
  updateZeusThread,
  type ZeusThread,
  type ZeusThreadPage,
  type ZeusThreadSummary,
} from '@auspex/sdk'
import {
  getMeQueryOptions,
  getPortfolioQueryOptions,
  getProjectQueryOptions,
  getSignalReportQueryOptions,
  getStoryQueryOptions,
  getZeusBudgetQueryOptions,
  getZeusThreadSummaryQueryOptions,
  listRecentSearchesQueryOptions,
  listZeusReportsQueryKey,
  listZeusReportsQueryOptions,
  listZeusThreadsQueryKey,
  listZeusThreadsQueryOptions,
  listZeusWorkflowsQueryOptions,
} from '@auspex/sdk/react'
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { failureSentences } from '../../lib/api/failure.ts'
import { byPage, type QueryTools } from '../../lib/api/query.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'

const perPage = 40

/** Workflows that a conversation can start: those of the server, then those of the organization. */
export const chatWorkflowsOptions = (client: AuspexClient) =>
  listZeusWorkflowsQueryOptions({ perPage: 200 }, { request: { client } })

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Conversations by title, page by page: pinned ones first, then the latest. */
export const threadsOptions = (client: AuspexClient, searchTerm: string) => {
  const filter = { messages: 0, ...(searchTerm !== '' && { searchTerm }) }
  return infiniteQueryOptions({
    queryKey: [...listZeusThreadsQueryKey(client, filter), 'pages'],
    queryFn: ({ signal, pageParam }) => listZeusThreads({ ...filter, page: pageParam, perPage }, { client, signal }),
    ...byPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One conversation with its messages; null if there is none with this id. */
export const threadOptions = (client: AuspexClient, threadId: string | null) => ({
  ...listZeusThreadsQueryOptions({ id: threadId ?? '' }, { request: { client }, query: { staleTime: 0 } }),
  enabled: threadId !== null,
  select: ({ items }: ZeusThreadPage): ZeusThread | null => items[0] ?? null,
})

/** Things that a message can be about. */
export const recentSearchesOptions = (client: AuspexClient) => listRecentSearchesQueryOptions({ request: { client } })
export const reportOptions = (client: AuspexClient, signalId: string) =>
  getSignalReportQueryOptions(signalId, undefined, { request: { client } })
export const portfolioOptions = (client: AuspexClient, id: string) =>
  getPortfolioQueryOptions(id, { series: 'none' }, { request: { client } })
export const projectOptions = (client: AuspexClient, id: string) => getProjectQueryOptions(id, { request: { client } })

export const storyOptions = (client: AuspexClient, id: string) => getStoryQueryOptions(id, { request: { client } })
export const savedReportOptions = (client: AuspexClient, id: string) =>
  listZeusReportsQueryOptions({ id }, { request: { client } })

/** Citation numbers lead nowhere outside of the answers, so they are omitted. */
export const threadSummaryOptions = (client: AuspexClient, threadId: string) => ({
  ...getZeusThreadSummaryQueryOptions({ threadId }, { request: { client }, query: { staleTime: 0 } }),
  select: ({ summary, ...rest }: ZeusThreadSummary) => ({
    ...rest,
    summary: summary.replaceAll(/ ?(?:\[\d+\])+/gu, ''),
  }),
})

/** The person's use of Zeus today. */
export const budgetOptions = (client: AuspexClient) =>
  getZeusBudgetQueryOptions({ request: { client }, query: { staleTime: 0 } })

/** Invalidates every list and conversation. */
export const invalidateThreads = ({ client, queryClient }: QueryTools): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listZeusThreadsQueryKey(client) })

const putThread = ({ client, queryClient }: QueryTools, thread: ZeusThread): void => {
  queryClient.setQueryData<ZeusThreadPage>(
    listZeusThreadsQueryKey(client, { id: thread.id }),
    (page) => page && { ...page, items: [thread] },
  )
}

export const useUpdateThread = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...change }: UpdateThreadInput & { readonly id: string }) =>
      updateZeusThread(id, change, { client }),
    onSuccess: () => invalidateThreads({ client, queryClient }),
  })
}

/** Restores another version of a message, with what followed it. */
export const useSelectVersion = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) => selectZeusMessage(messageId, { client }),
    onSuccess: (thread) => putThread({ client, queryClient }, thread),
  })
}

export const useRateMessage = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...rating }: RatingInput & { readonly id: string }) => rateZeusMessage(id, rating, { client }),
    onSuccess: () => invalidateThreads({ client, queryClient }),
  })
}

/** Makes a report of a conversation, or of one of its answers, and opens it in the editor. */
export const useCreateReport = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tell = useTell()
  return useMutation({
    mutationFn: ({ threadId, messageId }: { readonly threadId: string; readonly messageId: string | null }) =>
      createZeusThreadReport(threadId, { messageId }, { client }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: listZeusReportsQueryKey(client) })
      await navigate({ to: '/reports/$reportId', params: { reportId: id } })
    },
    onError: (error) => tell(failureSentences(error)),
  })
}

/** Deletes a conversation and removes it from the lists. */
export const sendThreadDeletion = async (
  { client, queryClient, fetch }: QueryTools & { readonly fetch: typeof globalThis.fetch },
  threadId: string,
): Promise<void> => {
  await deleteZeusChat({ threadId }, { client, fetch })
  await invalidateThreads({ client, queryClient })
}
