import { type AudienceOperations, createAudienceOperations } from './audience.operations.ts'
import { type AudienceDependencies, createAudienceUsecases } from './audience.usecases.ts'

export type { AudienceOperations } from './audience.operations.ts'

/** How many people a signal may interest. */
export function createAudienceModule(dependencies: AudienceDependencies): { operations: AudienceOperations } {
  return { operations: createAudienceOperations(createAudienceUsecases(dependencies)) }
}
