import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { GrowthRatio, Provenance, QueryEcho } from '@auspex/sdk/types'
import { type DocumentFilter, toCondition } from '../documents/index.ts'

/** A signal that the caller searched, as of its stored report. */
export interface SearchedSignal {
  signalId: string
  echo: QueryEcho
  documents: number
  computedAt: Date
  momentum: GrowthRatio
}

export type DiscoveryRepository = ReturnType<typeof createDiscoveryRepository>

/** SQL of what is found without a search. */
export function createDiscoveryRepository({ kysely, analysis }: Pick<Database, 'kysely' | 'analysis'>) {
  return {
    /**
     * Signals that a person searched and that have a report, newest first. Nobody else's are read, and being on the person's
     * list is not enough: anybody can put anything there, and would learn whether somebody else had it measured.
     */
    async listSearched(userId: string, provenance: Provenance): Promise<SearchedSignal[]> {
      const { rows } = await sql<SearchedSignal>`
        select s.signal_id as "signalId", s.echo, r.documents, r.computed_at as "computedAt",
          (r.body::json)->'momentum'->'ratio' as momentum
        from recent_search s join signal_report r on r.signal_id = s.signal_id
        where s.user_id = ${userId} and r.provenance = ${provenance}
          and exists (select 1 from search a where a.user_id = s.user_id and a.signal_id = s.signal_id)
        order by s.searched_at desc`.execute(kysely)
      return rows
    },

    /** Whether a person's list of searches has the signal. */
    async hasSearched(userId: string, signalId: string): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select 1 from recent_search where user_id = ${userId} and signal_id = ${signalId}) as found`.execute(
        kysely,
      )
      return rows[0]?.found ?? false
    },

    /** Which of these signals have a report that the person asked for. That others asked for one does not show. */
    async listMeasured(userId: string, signalIds: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ id: string }>`
        select r.signal_id as id from signal_report r where r.signal_id = any(${[...signalIds]}::text[])
          and exists (select 1 from search a where a.user_id = ${userId} and a.signal_id = r.signal_id)`.execute(kysely)
      return new Set(rows.map(({ id }) => id))
    },

    /** How many documents match each filter, in one statement; counting stops at `most`, so that no common word takes long. */
    async countUpTo(filters: readonly DocumentFilter[], most: number): Promise<number[]> {
      if (filters.length === 0) return []
      const parts = filters.map(
        (filter) =>
          sql`(select count(*)::int from (select 1 from document d where ${toCondition(filter)} limit ${most}) as m)`,
      )
      const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(parts)}] as counts`.execute(analysis)
      return rows[0]?.counts ?? []
    },
  }
}
