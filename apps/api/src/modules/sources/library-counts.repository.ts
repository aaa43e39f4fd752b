import type { SourceKey } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

/** What the library holds of one source. */
export interface SourceHolding {
  key: SourceKey
  documents: number
  /** Day of its oldest document, `YYYY-MM-DD`; null when there is none. */
  firstDay: string | null
  lastDay: string | null
}

export type LibraryCounts = ReturnType<typeof createLibraryCounts>

/** Counts of the library, read from the daily totals that every stored batch keeps: cost does not grow with documents. */
export function createLibraryCounts({ kysely }: Database) {
  return {
    async listHoldings(): Promise<SourceHolding[]> {
      const { rows } = await sql<SourceHolding>`
        select s.key, coalesce(sum(d.documents), 0)::int as documents, min(d.day) as "firstDay", max(d.day) as "lastDay"
        from source s left join source_day d on d.source_id = s.id
        group by s.id, s.key order by s.id`.execute(kysely)
      return rows
    },

    /** Whether the library holds a document that somebody published. */
    async hasRealDocuments(): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select exists (
          select from source_day d join source s on s.id = d.source_id where s.key <> 'demo' and d.documents > 0
        ) as found`.execute(kysely)
      return rows[0]?.found ?? false
    },

    /** Documents whose names and near-duplicates are still to be read. */
    async countPending(): Promise<number> {
      const { rows } = await sql<{ pending: number }>`select count(*)::int as pending from entity_pending`.execute(kysely)
      return rows[0]?.pending ?? 0
    },
  }
}
