import type { Handlers } from '../../http/handlers.ts'
import { readSignalQuery, type Signals } from '../signals/index.ts'
import { type CancelDependencies, cancelSearch } from './cancel-search.ts'
import { getSearch } from './get-search.ts'
import { searchSources } from './search-sources.ts'
import { type StartDependencies, startSearch } from './start-search.ts'

/** How long `signalBySources` waits; its clients give up after 60 s. */
const waitMs = 55_000

export type ExploreOperations = Pick<Handlers, 'topicQuery' | 'signalBySources' | 'getQueryStatus' | 'cancelSearch'>

/** The operations of searching. */
export function createExploreOperations(
  deps: StartDependencies & CancelDependencies & { signals: Pick<Signals, 'countBySource'> },
): ExploreOperations {
  return {
    topicQuery: async ({ body }, { actor }) => ({
      status: 200,
      body: await startSearch(body, readSignalQuery(body), actor, deps),
    }),

    signalBySources: async ({ body }, { actor, signal }) => {
      const query = readSignalQuery(body)
      const sources = await searchSources(body, query, { actor, signal, waitMs }, deps)
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
  }
}
