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
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type QueryTools, keepAnswer } from '../../lib/api/query.ts'
import { readPages } from '../../lib/api/collection-options.ts'
import type { Savable } from '../../lib/dialogs/save-signals.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'

/** The maximum page size. Cards and choices show no days. */
const all = { perPage: 200, series: 'none' } as const
/** Days and weeks as bare numbers: with 500 trends they would otherwise be 2 MB. */
const wholeQuery = { series: 'packed' } as const
/** The maximum number of trends added or removed per call. */
const maxPerCall = 100
const watchMs = 1500
/** A large portfolio takes almost a megabyte per poll, and minutes to measure. */
const manyTrendsPollMs = 6000
const manyTrends = 100

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** The list of portfolios, most recently changed first. */
export const portfoliosOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: listPortfoliosQueryKey(client, all),
    queryFn: async ({ signal }) =>
      readPages(
        (page) => listPortfolios({ ...all, page }, { client, signal }),
        ({ id }) => id,
      ),
  })

/** A portfolio; polled while it is being measured. */
export const portfolioOptions = (client: AuspexClient, id: string) =>
  getPortfolioQueryOptions(id, wholeQuery, {
    request: { client },
    query: { refetchInterval: ({ state: { data } }) => (data ? watchEvery(data) : false) },
  })

const watchEvery = ({ refresh, trendCount }: Portfolio): number | false =>
  refresh.state === 'running' && (trendCount > manyTrends ? manyTrendsPollMs : watchMs)

const invalidateLists = async ({ client, queryClient }: QueryTools): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: listPortfoliosQueryKey(client) }),
    queryClient.invalidateQueries({ queryKey: listGroupPortfoliosQueryKey(client) }),
  ])
}

/** Caches the portfolio from a response; lists are refetched. */
export const cachePortfolio = ({ client, queryClient }: QueryTools, portfolio: Portfolio): void => {
  keepAnswer(queryClient, getPortfolioQueryKey(client, portfolio.id, wholeQuery), portfolio)
  void invalidateLists({ client, queryClient })
}

const invalidatePortfolio = async ({ client, queryClient }: QueryTools, id: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: getPortfolioQueryKey(client, id) }),
    invalidateLists({ client, queryClient }),
  ])
}

export interface PortfolioDraft {
  readonly title: string
  readonly organizationGroupId: string | null
  readonly file?: File | undefined
}

const sendCreate = (client: AuspexClient, { title, organizationGroupId, file }: PortfolioDraft): Promise<Portfolio> =>
  createPortfolio(
    file
      ? { title, file, ...(organizationGroupId !== null && { organizationGroupId }) }
      : { title, organizationGroupId },
    { client },
  )

export const useCreatePortfolio = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: PortfolioDraft) => sendCreate(client, draft),
    onSuccess: (portfolio) => cachePortfolio({ client, queryClient }, portfolio),
  })
}

export interface PortfolioChanges {
  readonly title?: string
  readonly organizationGroupId?: string | null
  readonly imageRemoved?: boolean
  readonly file?: File
  /** All trends, in their new order. */
  readonly trends?: readonly { readonly id: string }[]
  /** The version that was changed; omitted to overwrite any version. */
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
    onSuccess: (portfolio) => cachePortfolio({ client, queryClient }, portfolio),
  })
}

export const useRefreshPortfolio = (client: AuspexClient, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => refreshPortfolio({ id }, { client }),
    onSuccess: (portfolio) => cachePortfolio({ client, queryClient }, portfolio),
    // it may already be running because somebody else started it
    onError: () => invalidatePortfolio({ client, queryClient }, id),
  })
}

export const useSetCover = (client: AuspexClient, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    /** Without a trend, the picture becomes the cover of all trends that have none. */
    mutationFn: async ({ trendId, cover }: { trendId: string | null; cover: File }): Promise<void> => {
      await (trendId === null
        ? setTopicCover(id, { cover }, { client })
        : setTrendCover(id, trendId, { cover }, { client }))
    },
    onSuccess: () => invalidatePortfolio({ client, queryClient }, id),
  })
}

type SendOptions = RequestOptions

export const sendRemovePortfolios = async (
  { client, queryClient }: QueryTools,
  ids: readonly string[],
  options: SendOptions,
): Promise<void> => {
  try {
    await Promise.all(ids.map((id) => removePortfolio({ id }, { client, ...options })))
  } finally {
    await invalidateLists({ client, queryClient })
  }
}

export const sendRemoveTrends = async (
  { client, queryClient }: QueryTools,
  id: string,
  trendIds: readonly string[],
  options: SendOptions = {},
): Promise<void> => {
  try {
    for (const batch of toCalls(trendIds)) await removeTrends({ id, trendIds: batch }, { client, ...options })
  } finally {
    await invalidatePortfolio({ client, queryClient }, id)
  }
}

/** A portfolio with all its trends: lists contain only the first few of each. */
const readWhole = async ({ client, queryClient }: QueryTools, portfolio: Portfolio): Promise<Portfolio> =>
  portfolio.trends.length < portfolio.trendCount
    ? queryClient.fetchQuery({ ...portfolioOptions(client, portfolio.id), staleTime: 0 })
    : portfolio

/** Adds trends, and returns those that were not there before, which an undo removes again. */
export const sendAddTrends = async (
  { client, queryClient }: QueryTools,
  portfolio: Portfolio,
  trends: readonly TrendInput[],
): Promise<readonly PortfolioTrend[]> => {
  const full = await readWhole({ client, queryClient }, portfolio)
  const before = new Set(full.trends.map(({ signalId }) => signalId))
  const added: PortfolioTrend[] = []
  try {
    for (const batch of toCalls(trends)) {
      const { items } = await addTrends({ id: portfolio.id, trends: batch }, { client })
      added.push(...items.filter(({ signalId }) => !before.has(signalId)))
    }
  } finally {
    await invalidatePortfolio({ client, queryClient }, portfolio.id)
  }
  return added
}

/** Creates a portfolio with trends in it; if either fails, nothing is stored. */
export const sendCreateWithTrends = async (
  { client, queryClient }: QueryTools,
  draft: PortfolioDraft,
  trends: readonly TrendInput[],
): Promise<Portfolio> => {
  const { title, organizationGroupId, file } = draft
  if (file) return sendCreateWithPicture({ client, queryClient }, draft, trends)
  const portfolio = await createPortfolioWithTrends({ title, organizationGroupId, trends: [...trends] }, { client })
  cachePortfolio({ client, queryClient }, portfolio)
  return portfolio
}

/** A picture is sent in a form, which has no field for trends; so they are added afterwards, and if that fails, the portfolio is removed again. */
const sendCreateWithPicture = async (
  tools: QueryTools,
  draft: PortfolioDraft,
  trends: readonly TrendInput[],
): Promise<Portfolio> => {
  const portfolio = await sendCreate(tools.client, draft)
  try {
    await sendAddTrends(tools, portfolio, trends)
  } catch (error) {
    await sendRemovePortfolios(tools, [portfolio.id], {}).catch(() => undefined)
    throw error
  }
  return portfolio
}

/** The signals to save; a term becomes one by a search, which continues in the background. */
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
  Array.from({ length: Math.ceil(items.length / maxPerCall) }, (_, index) =>
    items.slice(index * maxPerCall, (index + 1) * maxPerCall),
  )

/** Deletes a portfolio once the undo period is over. */
export const useDeletePortfolio = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { delay } = useDelayedChanges()
  return ({ id, title, trendCount }: Portfolio) =>
    delay({
      ids: [id],
      text: `${title}${trendCount > 0 ? ` and its ${formatPlural(trendCount, 'trend')}` : ''} deleted.`,
      send: (options) => sendRemovePortfolios({ client, queryClient }, [id], options),
    })
}
