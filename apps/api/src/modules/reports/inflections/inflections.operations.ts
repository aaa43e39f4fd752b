import type { Handlers } from '../../../http/handlers.ts'
import { type InflectionsDependencies, summarizeInflections } from './inflections.usecases.ts'

/** Why a signal changed on a day. A signal is a public query, so every signed-in person may read what changed in it. */
export function createInflectionsOperations(deps: InflectionsDependencies) {
  return {
    getInflectionPointSummary: async ({ query }) => ({
      status: 200,
      body: await summarizeInflections({ signalId: query.id, day: query.day ?? null }, deps),
    }),
  } satisfies Partial<Handlers>
}
