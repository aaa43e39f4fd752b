import { type PageInfo, type AuspexClient, listGroupPortfolios, listProjects } from '@auspex/sdk'
import { listGroupPortfoliosQueryKey, listProjectsQueryKey, listRecentSearchesQueryOptions } from '@auspex/sdk/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from './api.tsx'

/** Nobody looks through a list longer than this; its page states the total. */
const maxPages = 10

interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly page: PageInfo
}

/** A whole list, for screens that search and sort it: the first page states how many follow, and those are fetched in parallel. */
export const readPages = async <Item>(
  read: (page: number) => PromiseLike<ListPage<Item>>,
  idOf: (item: Item) => string,
): Promise<ListPage<Item>> => {
  const first = await read(1)
  const rest = Array.from({ length: Math.min(first.page.totalPages, maxPages) - 1 }, async (_, index) =>
    read(index + 2),
  )
  const pages = [first, ...(await Promise.all(rest))]
  // an item that changes while the pages are read may move to another page
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [idOf(item), item]))
  return { ...first, items: [...items.values()] }
}

/** The maximum page size. The parameters also keep the key of a list from being a prefix of the keys of its items. */
const maxPage = { perPage: 200 } as const
/** Choices show no chart, so they need no series. */
const choices = { ...maxPage, series: 'none' } as const

/** Portfolios to choose from, by title. All callers share one key, so each list is fetched once. */
export const portfolioChoicesOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: listGroupPortfoliosQueryKey(client, choices),
    queryFn: async ({ signal }) =>
      readPages(
        (page) => listGroupPortfolios({ ...choices, page }, { client, signal }),
        ({ id }) => id,
      ),
  })

/** Projects, most recently changed first. */
export const projectsOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: listProjectsQueryKey(client, maxPage),
    queryFn: async ({ signal }) =>
      readPages(
        (page) => listProjects({ ...maxPage, page }, { client, signal }),
        ({ projectId }) => projectId,
      ),
  })

/** The signals that a person viewed last, one of which is chosen: the first, until they choose another. */
export const useRecentSignal = () => {
  const { data } = useQuery(listRecentSearchesQueryOptions({ request: { client: useClient() } }))
  const [chosen, setChosen] = useState<string | null>(null)
  const titles = new Map(data?.items.map(({ signalId, query }) => [signalId, query.title]))
  const signalId = chosen ?? titles.keys().next().value ?? null
  return {
    signalId,
    title: (signalId !== null && titles.get(signalId)) || '',
    isEmpty: data !== undefined && titles.size === 0,
    /** The props of the field that chooses one. */
    field: {
      label: 'Signal',
      data: [...titles].map(([value, label]) => ({ value, label })),
      value: signalId,
      onChange: setChosen,
      allowDeselect: false,
      disabled: data === undefined,
    },
  }
}
