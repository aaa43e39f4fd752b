import type { AuspexClient } from '@auspex/sdk'
import {
  getActivityHeatmapQueryOptions,
  getGodmodeActivityHeatmapQueryOptions,
  getMeQueryOptions,
  listActivityQueryOptions,
  listGodmodeActivityQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData } from '@tanstack/react-query'
import type { ListPage } from '../../lib/lists/list-search.ts'

const listOptions = { staleTime: 0, placeholderData: keepPreviousData } as const

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Whose activity; everybody's if nothing is set. */
interface ActivityFilter {
  readonly person: string | undefined
  readonly organization?: string | undefined
}

interface ListFilter extends ActivityFilter {
  readonly words: string | undefined
  readonly page: ListPage
}

/** The person's own activity, or that of a colleague. */
export const activityOptions = (client: AuspexClient, { person, words, page }: ListFilter) =>
  listActivityQueryOptions(
    { ...page, ...(person !== undefined && { userId: person }), ...(words !== undefined && { searchTerm: words }) },
    { request: { client }, query: listOptions },
  )

export const heatmapOptions = (client: AuspexClient, { person }: ActivityFilter, days: number) =>
  getActivityHeatmapQueryOptions(
    { days, ...(person !== undefined && { userId: person }) },
    { request: { client }, query: listOptions },
  )

const toAll = ({ person, organization }: ActivityFilter) => ({
  ...(person !== undefined && { userId: person }),
  ...(organization !== undefined && { organizationId: organization }),
})

/** The activity of all organizations, for the administration. */
export const allActivityOptions = (client: AuspexClient, { words, page, ...filter }: ListFilter) =>
  listGodmodeActivityQueryOptions(
    { ...page, ...toAll(filter), ...(words !== undefined && { searchTerm: words }) },
    { request: { client }, query: listOptions },
  )

export const allHeatmapOptions = (client: AuspexClient, filter: ActivityFilter, days: number) =>
  getGodmodeActivityHeatmapQueryOptions({ days, ...toAll(filter) }, { request: { client }, query: listOptions })
