import type { AuspexClient, GetAudienceEstimateParams, InterestSplit } from '@auspex/sdk'
import { getAudienceEstimateQueryOptions, getInterestsQueryOptions } from '@auspex/sdk/react'
import { keepPreviousData } from '@tanstack/react-query'

/** Denominators change with the library only; looking back at a country one came from asks nothing. */
const freshMs = 5 * 60_000

export const audienceOptions = (client: AuspexClient, params: GetAudienceEstimateParams) => ({
  ...getAudienceEstimateQueryOptions(params, { request: { client }, query: { staleTime: freshMs } }),
  placeholderData: keepPreviousData,
})

export const interestsOptions = (client: AuspexClient, signalId: string, split: InterestSplit | null) => ({
  ...getInterestsQueryOptions(signalId, split === null ? undefined : { split }, {
    request: { client },
    query: { staleTime: freshMs },
  }),
  placeholderData: keepPreviousData,
})
