import type { RecentSearch } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { readSignalQuery } from '../../reports/index.ts'
import type { RecentSearchesRepository, RecentSearchRow } from './recent-searches.repository.ts'

export interface RecentSearchesOperationsOptions {
  searches: RecentSearchesRepository
  clock: Clock
  createId: CreateId
}

/** The operations of a person's own searches; nobody sees another person's. */
export function createRecentSearchesOperations({ searches, clock, createId }: RecentSearchesOperationsOptions) {
  return {
    saveRecentSearch: async ({ body }, { actor }) => {
      const { signalId, echo } = readSignalQuery(body)
      const saved = await searches.save({
        id: createId('rs'),
        userId: actor.userId,
        signal_id: signalId,
        echo,
        folded: foldText(echo.title),
        searched_at: clock.now(),
      })
      return { status: 200, body: present(saved) }
    },
    listRecentSearches: async (_input, { actor }) => {
      const rows = await searches.list(actor.userId)
      return { status: 200, body: { items: rows.map(present) } }
    },
    clearRecentSearches: async (_input, { actor }) => ({
      status: 200,
      body: { removed: await searches.clear(actor.userId) },
    }),
  } satisfies Partial<Handlers>
}

function present({ id, signal_id, echo, searched_at }: RecentSearchRow): RecentSearch {
  return { id, signalId: signal_id, query: echo, searchedAt: searched_at.toISOString() }
}
