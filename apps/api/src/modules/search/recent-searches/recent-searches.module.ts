import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { CanonicalQuery } from '../../reports/index.ts'
import { createRecentSearchesOperations, saveRecentSearch } from './recent-searches.operations.ts'
import { createRecentSearchesRepository, type RecentSearchesRepository } from './recent-searches.repository.ts'

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
  clock,
  createId,
}: {
  database: Database
  clock: Clock
  createId: CreateId
}): RecentSearchesModule {
  const searches = createRecentSearchesRepository(database)
  return {
    listSignals: searches.listSignals,
    hasSignal: searches.hasSignal,
    listTitles: (search) => searches.listTitles(search),
    save: (query, userId) => saveRecentSearch(query, userId, { searches, clock, createId }),
    operations: createRecentSearchesOperations({ searches, clock, createId }),
  }
}
