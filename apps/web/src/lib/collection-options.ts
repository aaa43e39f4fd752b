import { type AuspexClient, listGroupPortfolios, listProjects } from '@auspex/sdk'
import { listGroupPortfoliosQueryKey, listProjectsQueryKey } from '@auspex/sdk/react'
import { queryOptions } from '@tanstack/react-query'
import { readPages } from './read-pages.ts'

/** The longest page there is. With its parameters the key of a list does not begin that of everything in it. */
const longest = { perPage: 200 } as const
/** Choices draw no days. */
const choices = { ...longest, series: 'none' } as const

/** Portfolios to choose from, by title. One key for all who ask: what is read for one is there for the others. */
export const portfolioChoicesOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: listGroupPortfoliosQueryKey(client, choices),
    queryFn: async ({ signal }) =>
      readPages(
        (page) => listGroupPortfolios({ ...choices, page }, { client, signal }),
        ({ id }) => id,
      ),
  })

/** Projects, last changed first. */
export const projectsOptions = (client: AuspexClient) =>
  queryOptions({
    queryKey: listProjectsQueryKey(client, longest),
    queryFn: async ({ signal }) =>
      readPages(
        (page) => listProjects({ ...longest, page }, { client, signal }),
        ({ projectId }) => projectId,
      ),
  })
