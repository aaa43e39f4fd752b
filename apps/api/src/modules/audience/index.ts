import { type AudienceOperations, createAudienceOperations } from './audience.operations.ts'
import { type AudienceDependencies, createAudienceUsecases, type EstimateAudience } from './audience.usecases.ts'

export type { AudienceOperations } from './audience.operations.ts'
export type { EstimateAudience } from './audience.usecases.ts'

/** How many people a signal may interest. */
export function createAudienceModule(dependencies: AudienceDependencies): {
  operations: AudienceOperations
  estimateAudience: EstimateAudience
} {
  const estimateAudience = createAudienceUsecases(dependencies)
  return { operations: createAudienceOperations(estimateAudience), estimateAudience }
}
