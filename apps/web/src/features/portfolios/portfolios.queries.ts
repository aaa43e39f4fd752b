import {
  addTrends,
  type AuspexClient,
  createPortfolio,
  createPortfolioWithTrends,
  listPortfolios,
  type Portfolio,
  type PortfolioTrend,
  refreshPortfolio,
  removePortfolio,
  removeTrends,
  type RequestOptions,
  setTopicCover,
  setTrendCover,
  topicQuery,
  type TrendInput,
  updatePortfolio,
  updatePortfolioWithImage,
} from '@auspex/sdk'
import {
  getMeQueryOptions,
  getPortfolioQueryKey,
  getPortfolioQueryOptions,
  listGroupPortfoliosQueryKey,
  listPortfoliosQueryKey,
} from '@auspex/sdk/react'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { readPages } from '../../lib/read-pages.ts'
import type { Savable } from '../../lib/save-signals.tsx'

/** The longest page there is. Cards and choices draw no days. */
const all = { perPage: 200, series: 'none' } as const
/** Days and weeks as bare numbers: of 500 trends they would be 2 MB. */
const wholeQuery = { series: 'packed' } as const
/** Trends that one call adds or removes. */
const mostInCall = 100
const watchMs = 1500
/** A large portfolio is most of a megabyte, and takes minutes. */
const watchManyMs = 6000
const many = 100

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Portfolios of the list, last changed first. */
export const portfoliosOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: listPortfoliosQueryKey(client, all),
    queryFn: async ({ signal }) =>
      readPages(
        (page) => listPortfolios({ ...all, page }, { client, signal }),
        ({ id }) => id,
      ),
  })

/** A portfolio; looked at again while it is measured. */
export const portfolioOptions = (client: AuspexClient, id: string) =>
  getPortfolioQueryOptions(id, wholeQuery, {
    request: { client },
    query: { refetchInterval: ({ state: { data } }) => (data ? watchEvery(data) : false) },
  })

const watchEvery = ({ refresh, trendCount }: Portfolio): number | false =>
  refresh.state === 'running' && (trendCount > many ? watchManyMs : watchMs)

interface PortfolioTools {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
}

const forgetLists = async ({ client, queryClient }: PortfolioTools): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: listPortfoliosQueryKey(client) }),
    queryClient.invalidateQueries({ queryKey: listGroupPortfoliosQueryKey(client) }),
  ])
}

/** What a portfolio is now, as an answer of the server says; lists are asked again. */
export const keepPortfolio = ({ client, queryClient }: PortfolioTools, portfolio: Portfolio): void => {
  keepAnswer(queryClient, getPortfolioQueryKey(client, portfolio.id, wholeQuery), portfolio)
  void forgetLists({ client, queryClient })
}

const forgetPortfolio = async ({ client, queryClient }: PortfolioTools, id: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: getPortfolioQueryKey(client, id) }),
    forgetLists({ client, queryClient }),
  ])
}

export interface PortfolioDraft {
  readonly title: string
  readonly organizationGroupId: string | null
  readonly file?: File | undefined
}

export const useCreatePortfolio = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ title, organizationGroupId, file }: PortfolioDraft) =>
      createPortfolio(
        file
          ? { title, file, ...(organizationGroupId !== null && { organizationGroupId }) }
          : { title, organizationGroupId },
        { client },
      ),
    onSuccess: (portfolio) => keepPortfolio({ client, queryClient }, portfolio),
  })
}

export interface PortfolioChanges {
  readonly title?: string
  readonly organizationGroupId?: string | null
  readonly imageRemoved?: boolean
  readonly file?: File
  /** All of them, in their new order. */
  readonly trends?: readonly { readonly id: string }[]
  /** The version that was changed; left out to write over whatever there is. */
  readonly revision?: number
}

export const useUpdatePortfolio = (client: AuspexClient, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, organizationGroupId, trends, ...changes }: PortfolioChanges) =>
      file
        ? updatePortfolioWithImage(id, { ...changes, file }, { client })
        : updatePortfolio(
            {
              id,
              ...changes,
              ...(organizationGroupId !== undefined && { organizationGroupId }),
              ...(trends && { trends: [...trends] }),
            },
            { client },
          ),
    onSuccess: (portfolio) => keepPortfolio({ client, queryClient }, portfolio),
  })
}

export const useRefreshPortfolio = (client: AuspexClient, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => refreshPortfolio({ id }, { client }),
    onSuccess: (portfolio) => keepPortfolio({ client, queryClient }, portfolio),
    // it may run because somebody else began it
    onError: () => forgetPortfolio({ client, queryClient }, id),
  })
}

export const useSetCover = (client: AuspexClient, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    /** Without a trend it becomes the cover of all that have none. */
    mutationFn: async ({ trendId, cover }: { trendId: string | null; cover: File }): Promise<void> => {
      await (trendId === null
        ? setTopicCover(id, { cover }, { client })
        : setTrendCover(id, trendId, { cover }, { client }))
    },
    onSuccess: () => forgetPortfolio({ client, queryClient }, id),
  })
}

type SendOptions = Pick<RequestOptions, 'fetch'>

export const sendRemovePortfolios = async (
  { client, queryClient }: PortfolioTools,
  ids: readonly string[],
  options: SendOptions,
): Promise<void> => {
  try {
    await Promise.all(ids.map((id) => removePortfolio({ id }, { client, ...options })))
  } finally {
    await forgetLists({ client, queryClient })
  }
}

export const sendRemoveTrends = async (
  { client, queryClient }: PortfolioTools,
  id: string,
  trendIds: readonly string[],
  options: SendOptions = {},
): Promise<void> => {
  try {
    for (const some of toCalls(trendIds)) await removeTrends({ id, trendIds: some }, { client, ...options })
  } finally {
    await forgetPortfolio({ client, queryClient }, id)
  }
}

/** A portfolio with all its trends: lists hold the first few of each. */
const readWhole = async ({ client, queryClient }: PortfolioTools, portfolio: Portfolio): Promise<Portfolio> =>
  portfolio.trends.length < portfolio.trendCount
    ? queryClient.fetchQuery({ ...portfolioOptions(client, portfolio.id), staleTime: 0 })
    : portfolio

/** Adds trends, and gives those that were not there before, which an undo takes out again. */
export const sendAddTrends = async (
  { client, queryClient }: PortfolioTools,
  portfolio: Portfolio,
  trends: readonly TrendInput[],
): Promise<readonly PortfolioTrend[]> => {
  const whole = await readWhole({ client, queryClient }, portfolio)
  const before = new Set(whole.trends.map(({ signalId }) => signalId))
  const added: PortfolioTrend[] = []
  try {
    for (const some of toCalls(trends)) {
      const { items } = await addTrends({ id: portfolio.id, trends: some }, { client })
      added.push(...items.filter(({ signalId }) => !before.has(signalId)))
    }
  } finally {
    await forgetPortfolio({ client, queryClient }, portfolio.id)
  }
  return added
}

export const sendCreateWithTrends = async (
  { client, queryClient }: PortfolioTools,
  { title, organizationGroupId }: PortfolioDraft,
  trends: readonly TrendInput[],
): Promise<Portfolio> => {
  const portfolio = await createPortfolioWithTrends({ title, organizationGroupId, trends: [...trends] }, { client })
  keepPortfolio({ client, queryClient }, portfolio)
  return portfolio
}

/** The signals to save; a term becomes one by being searched, which goes on by itself. */
export const toTrendInputs = async (client: AuspexClient, savables: readonly Savable[]): Promise<TrendInput[]> => {
  const inputs = await Promise.all(
    savables.map(async (savable) => {
      if ('signalId' in savable) return { signalId: savable.signalId }
      const { signal_id } = await topicQuery(
        { query_term: savable.term, ...(savable.geo !== undefined && { geo: savable.geo }) },
        { client },
      )
      return { signalId: signal_id }
    }),
  )
  return [...new Map(inputs.map((input) => [input.signalId, input])).values()]
}

const toCalls = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / mostInCall) }, (_, index) =>
    items.slice(index * mostInCall, (index + 1) * mostInCall),
  )
