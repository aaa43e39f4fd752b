import type { Database } from '../../adapters/database/database.port.ts'
import { type AudienceOperations, createAudienceOperations } from './audience.operations.ts'
import { createAudienceRepository } from './audience.repository.ts'
import { type AudienceDependencies, createAudienceUsecases } from './audience.usecases.ts'

export type { AudienceOperations } from './audience.operations.ts'

/** How many people a signal may interest. */
export function createAudienceModule({
  database,
  ...dependencies
}: Omit<AudienceDependencies, 'repository'> & { database: Database }): { operations: AudienceOperations } {
  const repository = createAudienceRepository(database)
  return { operations: createAudienceOperations(createAudienceUsecases({ ...dependencies, repository })) }
}
