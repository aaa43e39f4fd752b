import type { Handlers } from '../../http/handlers.ts'
import { readSignalQuery, type Signals } from '../signals/index.ts'
import type { Searches } from './searches.ts'

/** How long `signalBySources` waits; its clients give up after 60 s. */
const waitMs = 55_000

export type ExploreOperations = Pick<Handlers, 'topicQuery' | 'signalBySources' | 'getQueryStatus' | 'cancelSearch'>

/** The operations of searching. */
export function createExploreOperations({
  searches,
  signals,
}: {
  searches: Searches
  signals: Signals
}): ExploreOperations {
  return {
    topicQuery: async ({ body }, { actor }) => ({
      status: 200,
      body: await searches.start(body, readSignalQuery(body), actor),
    }),

    signalBySources: async ({ body }, { actor, signal }) => {
      const query = readSignalQuery(body)
      const sources = await searches.askAndWait(body, query, { actor, signal, waitMs })
      const counts = await signals.countBySource(query)
      return { status: 200, body: { signal_id: query.signalId, query: query.echo, sources, counts } }
    },

    getQueryStatus: async ({ body }, { actor }) => ({
      status: 200,
      body: await searches.status(body.request_id, actor),
    }),

    cancelSearch: async ({ path }, { actor }) => ({ status: 200, body: await searches.cancel(path.requestId, actor) }),
  }
}
