import type { QueryEcho } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

/** The table of this module. A type, because kysely needs an index signature. */
type RecentSearchTables = {
  recent_search: {
    id: string
    user_id: string
    signal_id: string
    echo: QueryEcho
    folded: string
    searched_at: Date
  }
}

export interface RecentSearchRow {
  id: string
  signal_id: string
  echo: QueryEcho
  searched_at: Date
}

/** Maximum number of searches stored per person. */
const searchLimit = 50

export type RecentSearchesRepository = ReturnType<typeof createRecentSearchesRepository>

export function createRecentSearchesRepository(database: Database) {
  const kysely = database.kysely.withTables<RecentSearchTables>()
  return {
    /** Adds the search at the top and deletes those beyond the limit. */
    async save({
      userId,
      folded,
      ...row
    }: RecentSearchRow & { userId: string; folded: string }): Promise<RecentSearchRow> {
      const values = { ...row, user_id: userId, folded, echo: sql<QueryEcho>`${JSON.stringify(row.echo)}::jsonb` }
      const saved = await kysely
        .insertInto('recent_search')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'signal_id'])
            .doUpdateSet({ echo: values.echo, folded, searched_at: row.searched_at }),
        )
        .returning(['id', 'signal_id', 'echo', 'searched_at'])
        .executeTakeFirstOrThrow()
      const beyond = kysely
        .selectFrom('recent_search')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('searched_at', 'desc')
        .orderBy('id')
        .offset(searchLimit)
      await kysely.deleteFrom('recent_search').where('user_id', '=', userId).where('id', 'in', beyond).execute()
      return saved
    },

    async list(userId: string): Promise<RecentSearchRow[]> {
      return kysely
        .selectFrom('recent_search')
        .select(['id', 'signal_id', 'echo', 'searched_at'])
        .where('user_id', '=', userId)
        .orderBy('searched_at', 'desc')
        .orderBy('id')
        .limit(searchLimit)
        .execute()
    },

    /** Signals of the person's searches, newest first. */
    async listSignals(userId: string): Promise<{ signalId: string; echo: QueryEcho }[]> {
      return kysely
        .selectFrom('recent_search')
        .select(['signal_id as signalId', 'echo'])
        .where('user_id', '=', userId)
        .orderBy('searched_at', 'desc')
        .execute()
    },

    /** Whether the person's searches contain the signal. */
    async hasSignal(userId: string, signalId: string): Promise<boolean> {
      const row = await kysely
        .selectFrom('recent_search')
        .select('id')
        .where('user_id', '=', userId)
        .where('signal_id', '=', signalId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Titles of the person's searches that begin with the folded text, newest first. */
    async listTitles({ userId, prefix, limit }: { userId: string; prefix: string; limit: number }): Promise<string[]> {
      const rows = await kysely
        .selectFrom('recent_search')
        .select('echo')
        .where('user_id', '=', userId)
        .where(sql<boolean>`starts_with(folded, ${prefix})`)
        .orderBy('searched_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ echo }) => echo.title)
    },

    /** Removes all searches of the person and returns how many there were. */
    async clear(userId: string): Promise<number> {
      const { numDeletedRows } = await kysely
        .deleteFrom('recent_search')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
