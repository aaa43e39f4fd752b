import { createInflectionsOperations, type InflectionsOperations } from './inflections.operations.ts'
import { createInflectionsUsecases, type InflectionsDependencies } from './inflections.usecases.ts'

export type { InflectionsOperations } from './inflections.operations.ts'

/** Inflection points: why a signal changed on a day. */
export function createInflectionsModule(dependencies: InflectionsDependencies): { operations: InflectionsOperations } {
  return { operations: createInflectionsOperations(createInflectionsUsecases(dependencies)) }
}
