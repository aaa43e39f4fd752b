import type { Handlers } from '../../../http/handlers.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../signals.module.ts'
import { estimateSignalAudience, type EstimateAudience } from './audience.usecases.ts'
import { type AudienceDependencies, createCountAll } from './read-interest.ts'

/** How many people a signal may interest. */
export function createAudienceModule({ signals, documents }: { signals: Signals; documents: DocumentsModule }): {
  operations: AudienceOperations
  estimateAudience: EstimateAudience
} {
  const deps = { signals, documents, countAll: createCountAll(documents) }
  return {
    operations: createAudienceOperations(deps),
    estimateAudience: (request, days) => estimateSignalAudience(request, days, deps),
  }
}

type AudienceOperations = ReturnType<typeof createAudienceOperations>

/** A signal is a public query, so every signed-in person may request its audience. */
function createAudienceOperations(deps: AudienceDependencies) {
  return {
    getAudienceEstimate: async ({ query }) => {
      const { id, name = null, platform = null, age_min, age_max = null, geo = null } = query
      const request = { id, name, platform, age_min, age_max, geo }
      return { status: 200, body: await estimateSignalAudience(request, { from: query.from, to: query.to }, deps) }
    },
  } satisfies Partial<Handlers>
}
