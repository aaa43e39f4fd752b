import type { Handlers } from '../../http/handlers.ts'
import type { EstimateAudience } from './audience.usecases.ts'

export type AudienceOperations = Pick<Handlers, 'getAudienceEstimate'>

/** A signal is a public question, so every signed-in person may ask how many it interests. */
export function createAudienceOperations(estimate: EstimateAudience): AudienceOperations {
  return {
    getAudienceEstimate: async ({ query }) => ({
      status: 200,
      body: await estimate(
        {
          id: query.id,
          name: query.name ?? null,
          platform: query.platform ?? null,
          age_min: query.age_min,
          age_max: query.age_max ?? null,
          geo: query.geo ?? null,
        },
        { from: query.from, to: query.to },
      ),
    }),
  }
}
