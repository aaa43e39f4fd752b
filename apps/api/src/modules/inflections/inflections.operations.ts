import type { Handlers } from '../../http/handlers.ts'
import type { InflectionsUsecases } from './inflections.usecases.ts'

export type InflectionsOperations = Pick<Handlers, 'getInflectionPointSummary'>

/** A signal is a public question, so every signed-in person may read what changed in it. */
export function createInflectionsOperations(inflections: InflectionsUsecases): InflectionsOperations {
  return {
    getInflectionPointSummary: async ({ query }) => ({
      status: 200,
      body: await inflections.summarize(query.id, query.day ?? null),
    }),
  }
}
