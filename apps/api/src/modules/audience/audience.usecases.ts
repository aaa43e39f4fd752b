import type { AudienceRequest } from './audience.types.ts'
import { audienceCountries, estimateAudience, onlinePeople } from '@auspex/analytics'
import type { AudienceEstimate } from '@auspex/sdk/types'
import { upsideDown } from './audience.errors.ts'
import { assumptionsOf, limitsOf, method, whyNot } from './audience-words.ts'
import { narrowQuery } from '../signals/index.ts'
import { createReadInterest, type InterestDays, type InterestDependencies } from './read-interest.ts'

export type AudienceDependencies = InterestDependencies

/** `days` are those of the documents that tell the interest; all of the signal's when absent. */
export type EstimateAudience = (request: AudienceRequest, days: InterestDays) => Promise<AudienceEstimate>

/** Multiplies people of the tables by the interest that the library tells. */
export function createAudienceUsecases(dependencies: AudienceDependencies): EstimateAudience {
  const { signals } = dependencies
  const readInterest = createReadInterest(dependencies)

  return async (request, days) => {
    if (request.age_max !== null && request.age_max < request.age_min) throw upsideDown()
    const query = narrowQuery(await signals.find(request.id), days)
    const { filter } = await signals.filterOf(query)
    const found = onlinePeople({ ageMin: request.age_min, ageMax: request.age_max, geo: request.geo })
    const signalGeo = filter.country ?? null
    const refusal = whyNot({ request, signalGeo, isInTables: found !== null, countries: audienceCountries.length })
    const unknown = { people: null, interest: null, method, limits: [], message: 'No results found' as const }
    if (found === null || refusal !== null)
      return { assumptions: [], ...request, ...unknown, population: null, online: null, cells: [], reason: refusal }
    const read = await readInterest({ query, geo: request.geo, signalId: request.id, days })
    const { size, interest, ...parts } = estimateAudience(found, read.share)
    // what is assumed comes first, since the numbers mean nothing without it
    const assumptions = assumptionsOf({ request, geo: read.geo })
    const base = { assumptions, ...request, ...parts, method, limits: limitsOf(filter.world) }
    if (size === null || interest === null)
      return { ...base, ...unknown, assumptions: [], limits: base.limits, reason: read.reason }
    return {
      ...base,
      people: { ...size, n: interest.interested, method: 'people × internet use × interest' },
      interest: { ...interest, geo: read.geo },
      message: null,
      reason: null,
    }
  }
}
