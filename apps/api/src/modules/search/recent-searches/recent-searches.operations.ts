import type { RecentSearch } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type CanonicalQuery, readSignalQuery } from '../../reports/index.ts'
import type { RecentSearchesRepository, RecentSearchRow } from './recent-searches.repository.ts'

export interface RecentSearchesDependencies {
  searches: RecentSearchesRepository
  clock: Clock
  createId: CreateId
}

export async function saveRecentSearch(
  { signalId, echo }: CanonicalQuery,
  userId: string,
  { searches, clock, createId }: RecentSearchesDependencies,
): Promise<RecentSearchRow> {
  const [id, folded, searched_at] = [createId('rs'), foldText(echo.title), clock.now()]
  return searches.save({ id, userId, signal_id: signalId, echo, folded, searched_at })
}

/** The operations of a person's own searches; nobody sees another person's. */
export function createRecentSearchesOperations(deps: RecentSearchesDependencies) {
  const { searches } = deps
  return {
    saveRecentSearch: async ({ body }, { actor }) => ({
      status: 200,
      body: present(await saveRecentSearch(readSignalQuery(body), actor.userId, deps)),
    }),
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
