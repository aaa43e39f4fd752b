import type { Database } from '../../adapters/database/database.port.ts'
import { createInflectionsOperations, type InflectionsOperations } from './inflections.operations.ts'
import { createInflectionsRepository } from './inflections.repository.ts'
import { createInflectionsUsecases, type InflectionsDependencies } from './inflections.usecases.ts'

export type { InflectionsOperations } from './inflections.operations.ts'

/** Inflection points: why a signal changed on a day. */
export function createInflectionsModule({
  database,
  ...dependencies
}: Omit<InflectionsDependencies, 'repository'> & { database: Database }): { operations: InflectionsOperations } {
  const repository = createInflectionsRepository(database)
  return { operations: createInflectionsOperations(createInflectionsUsecases({ ...dependencies, repository })) }
}
