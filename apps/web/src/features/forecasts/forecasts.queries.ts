import type { AuspexClient } from '@auspex/sdk'
import { getScoreboardQueryOptions, listForecastsQueryOptions } from '@auspex/sdk/react'

const forecastsPerPage = 50

export const scoreboardOptions = (client: AuspexClient) => getScoreboardQueryOptions({ request: { client } })

export const issuedForecastsOptions = (client: AuspexClient) =>
  listForecastsQueryOptions({ perPage: forecastsPerPage }, { request: { client } })
