import { type Kysely, sql } from 'kysely'
import type { Provenance, TrendList } from '@auspex/sdk/types'
import { type DocumentFilter, toCondition } from '../documents/index.ts'
import type { Headline } from './trend-candidates.ts'

/** Trends as they were last computed. */
export interface StoredTrends {
  libraryRevision: number
  provenance: Provenance
  list: TrendList
}

export type TrendsRepository = ReturnType<typeof createTrendsRepository>

/** All SQL of trends. */
export function createTrendsRepository({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Headlines of one day. Comments and answers carry the headline of what they answer, so they are left out. */
    async readHeadlines(filter: DocumentFilter): Promise<Headline[]> {
      const { rows } = await sql<Headline>`
        select d.day, d.outlet_id as "outletId", d.cluster_id as "clusterId", t.title
        from document d join document_text t on t.id = d.id where ${toCondition(filter)} and t.title <> ''`.execute(
        kysely,
      )
      return rows
    },

    /** Documents of each day that match; days without any are absent. */
    async countByDay(filter: DocumentFilter): Promise<{ day: string; documents: number }[]> {
      const { rows } = await sql<{ day: string; documents: number }>`
        select d.day, count(*)::int as documents from document d where ${toCondition(filter)} group by d.day`.execute(
        kysely,
      )
      return rows
    },

    async find(): Promise<StoredTrends | null> {
      const { rows } = await sql<{ revision: number; provenance: Provenance; list: TrendList }>`
        select library_revision::float8 as revision, body->>'provenance' as provenance, body as list from general_trends where id = 1`.execute(
        kysely,
      )
      const row = rows[0]
      return row === undefined ? null : { libraryRevision: row.revision, provenance: row.provenance, list: row.list }
    },

    async save({ libraryRevision, list }: StoredTrends, at: Date): Promise<void> {
      await sql`
        insert into general_trends (id, library_revision, computed_at, body)
        values (1, ${libraryRevision}, ${at}, ${JSON.stringify(list)}::jsonb)
        on conflict (id) do update set library_revision = excluded.library_revision, computed_at = excluded.computed_at, body = excluded.body`.execute(
        kysely,
      )
    },
  }
}
