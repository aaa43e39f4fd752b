import { type Kysely, sql } from 'kysely'
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
export function createDiscoveryRepository({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Signals in a person's list of searches that have a report, newest first. Nobody else's are read. */
    async listSearched(userId: string, provenance: Provenance): Promise<SearchedSignal[]> {
      const { rows } = await sql<SearchedSignal>`
        select s.signal_id as "signalId", s.echo, r.documents, r.computed_at as "computedAt",
          (r.body::json)->'momentum'->'ratio' as momentum
        from recent_search s join signal_report r on r.signal_id = s.signal_id
        where s.user_id = ${userId} and r.provenance = ${provenance} order by s.searched_at desc`.execute(kysely)
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

    /** How many documents match each filter, in one statement; counting stops at `most`, so that no common word takes long. */
    async countUpTo(filters: readonly DocumentFilter[], most: number): Promise<number[]> {
      if (filters.length === 0) return []
      const parts = filters.map(
        (filter) =>
          sql`(select count(*)::int from (select 1 from document d where ${toCondition(filter)} limit ${most}) as m)`,
      )
      const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(parts)}] as counts`.execute(kysely)
      return rows[0]?.counts ?? []
    },
  }
}
