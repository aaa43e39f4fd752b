import type { Database } from '../../../adapters/database/database.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { RecentSearch } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { type CanonicalQuery, readSignalQuery, type Signals } from '../../reports/index.ts'
import {
  type RecentSearchRow,
  type RecentSearchesRepository,
  createRecentSearchesRepository,
} from './recent-searches.repository.ts'

export interface RecentSearchesModule {
  listSignals: RecentSearchesRepository['listSignals']
  hasSignal: RecentSearchesRepository['hasSignal']
  /** Titles of a person's searches that begin with a folded text. */
  listTitles: RecentSearchesRepository['listTitles']
  /** Stores a search as the person's most recent one. */
  save: (query: CanonicalQuery, userId: string) => Promise<unknown>
  operations: ReturnType<typeof createRecentSearchesOperations>
}

/** The most recent searches of each person. */
export function createRecentSearchesModule({
  database,
  signals,
  clock,
  createId,
}: {
  database: Database
  signals: Signals
  clock: Clock
  createId: CreateId
}): RecentSearchesModule {
  const searches = createRecentSearchesRepository(database)
  return {
    listSignals: searches.listSignals,
    hasSignal: searches.hasSignal,
    listTitles: (search) => searches.listTitles(search),
    save: (query, userId) => saveRecentSearch(query, userId, { searches, signals, clock, createId }),
    operations: createRecentSearchesOperations({ searches, signals, clock, createId }),
  }
}

interface RecentSearchesDependencies {
  searches: RecentSearchesRepository
  signals: Signals
  clock: Clock
  createId: CreateId
}

async function saveRecentSearch(
  { signalId, echo }: CanonicalQuery,
  userId: string,
  { searches, clock, createId }: RecentSearchesDependencies,
): Promise<RecentSearchRow> {
  const [id, folded, searched_at] = [createId('rs'), foldText(echo.title), clock.now()]
  return searches.save({ id, userId, signal_id: signalId, echo, folded, searched_at })
}

/** The operations of a person's own searches; nobody sees another person's. */
function createRecentSearchesOperations(deps: RecentSearchesDependencies) {
  const { searches, signals } = deps
  return {
    saveRecentSearch: async ({ body }, { actor }) => ({
      status: 200,
      body: present(await saveRecentSearch(readSignalQuery(body), actor.userId, deps)),
    }),
    listRecentSearches: async (_input, { actor }) => {
      const rows = await searches.list(actor.userId)
      // as the report spells it, which was not known when it was searched for the first time
      const titles = await signals.findTitles(rows.map(({ signal_id }) => signal_id))
      const items = rows.map((row) => {
        const item = present(row)
        return { ...item, query: { ...item.query, title: titles.get(row.signal_id) ?? item.query.title } }
      })
      return { status: 200, body: { items } }
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
