import type { AuspexClient } from '@auspex/sdk'
import { getGetScoreboardQueryOptions, getListForecastsQueryOptions } from '@auspex/sdk/react'

const forecastsPerPage = 50

export const scoreboardOptions = (client: AuspexClient) => getGetScoreboardQueryOptions({ request: { client } })

export const issuedForecastsOptions = (client: AuspexClient) =>
  getListForecastsQueryOptions({ perPage: forecastsPerPage }, { request: { client } })
