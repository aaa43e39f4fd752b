import type { Handlers } from '../../http/handlers.ts'
import { readSignalQuery, type CanonicalQuery } from '../reports/index.ts'
import { cancelSearch } from './cancel-search.ts'
import { getSearch } from './get-search.ts'
import type { SignalQuery, SourceRun } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import { beginSearch } from './begin-search.ts'
import { withinBudget } from './within-budget.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** How long `signalBySources` waits; its clients time out after 60 s. */
const sourceWaitMs = 55_000

export type ExploreOperations = ReturnType<typeof createExploreOperations>

/** The operations of searching. */
export function createExploreOperations(deps: SearchDependencies) {
  return {
    signalBySources: async ({ body }, { actor, signal }) => {
      const query = readSignalQuery(body)
      const sources = await searchSources(body, query, { actor, signal, waitMs: sourceWaitMs }, deps)
      const counts = await deps.signals.countBySource(query)
      return { status: 200, body: { signal_id: query.signalId, query: query.echo, sources, counts } }
    },

    getQueryStatus: async ({ body }, { actor }) => ({
      status: 200,
      body: await getSearch(body.request_id, actor, deps),
    }),

    cancelSearch: async ({ path }, { actor }) => ({
      status: 200,
      body: await cancelSearch(path.requestId, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

/** Queries the sources now and waits for them; after `waitMs`, or when the caller disconnects, returns what there is. */
export async function searchSources(
  input: SignalQuery,
  query: CanonicalQuery,
  caller: { actor: Actor; signal: AbortSignal; waitMs: number },
  deps: SearchDependencies,
): Promise<SourceRun[]> {
  const { actor, signal, waitMs } = caller
  const provenance = await deps.provenance()
  await deps.signals.save(query)
  const request = { query, feeds: input.feeds ?? [], provenance, userId: actor.userId }
  const started = await beginSearch(request, { follow: false }, deps)
  const running = deps.running.findSearch(started.request_id)
  if (running === null) return started.sources
  await withinBudget(() => running.job.done, { budgetMs: waitMs, signal })
  const { sources } = await cancelSearch(started.request_id, actor, deps)
  return sources
}
