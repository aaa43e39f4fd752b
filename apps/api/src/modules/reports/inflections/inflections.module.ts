import {
  createInflectionsUsecases,
  type InflectionsDependencies,
  type InflectionsUsecases,
} from './inflections.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'

/** Inflection points: why a signal changed on a day. */
export function createInflectionsModule(dependencies: InflectionsDependencies): { operations: InflectionsOperations } {
  return { operations: createInflectionsOperations(createInflectionsUsecases(dependencies)) }
}

type InflectionsOperations = ReturnType<typeof createInflectionsOperations>

/** A signal is a public query, so every signed-in person may read what changed in it. */
function createInflectionsOperations(inflections: InflectionsUsecases) {
  return {
    getInflectionPointSummary: async ({ query }) => ({
      status: 200,
      body: await inflections.summarize(query.id, query.day ?? null),
    }),
  } satisfies Partial<Handlers>
}
