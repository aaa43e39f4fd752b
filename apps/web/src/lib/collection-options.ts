import { type AuspexClient, listGroupPortfolios, listProjects } from '@auspex/sdk'
import { listGroupPortfoliosQueryKey, listProjectsQueryKey } from '@auspex/sdk/react'
import { queryOptions } from '@tanstack/react-query'
import { readPages } from './read-pages.ts'

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
