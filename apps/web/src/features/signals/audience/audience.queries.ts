import type { AuspexClient, GetAudienceEstimateParams } from '@auspex/sdk'
import { getGetAudienceEstimateQueryOptions } from '@auspex/sdk/react'
import { keepPreviousData } from '@tanstack/react-query'

/** Denominators change with the library only; looking back at a country one came from asks nothing. */
const freshMs = 5 * 60_000

export const audienceOptions = (client: AuspexClient, params: GetAudienceEstimateParams) => ({
  ...getGetAudienceEstimateQueryOptions(params, { request: { client }, query: { staleTime: freshMs } }),
  placeholderData: keepPreviousData,
})
