import { type AudienceDependencies, createAudienceUsecases, type EstimateAudience } from './audience.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'

/** How many people a signal may interest. */
export function createAudienceModule(dependencies: AudienceDependencies): {
  operations: AudienceOperations
  estimateAudience: EstimateAudience
} {
  const estimateAudience = createAudienceUsecases(dependencies)
  return { operations: createAudienceOperations(estimateAudience), estimateAudience }
}

type AudienceOperations = ReturnType<typeof createAudienceOperations>

/** A signal is a public query, so every signed-in person may request its audience. */
function createAudienceOperations(estimate: EstimateAudience) {
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
  } satisfies Partial<Handlers>
}
