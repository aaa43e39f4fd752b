import type { Provenance } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type DocumentFilter, type DocumentId, toCondition, toDocumentId } from '../documents/index.ts'

type NarrativesTables = {
  signal_narratives: {
    signal_id: string
    /** int8: written as a number, read as text. */
    library_revision: string
    provenance: Provenance
    computed_at: Date
    is_settled: boolean
    body: string
  }
}

/** The section as it was measured: its text, and what tells whether it is old. */
export interface StoredNarratives {
  libraryRevision: number
  provenance: Provenance
  computedAt: Date
  isSettled: boolean
  body: string
}

export type NarrativesRepository = ReturnType<typeof createNarrativesRepository>

/** All SQL of narratives. */
export function createNarrativesRepository(database: Database) {
  const kysely = database.kysely.withTables<NarrativesTables>()
  return {
    /** The stored section, if any, and the library's revision now. */
    async find(signalId: string): Promise<{ stored: StoredNarratives | null; revision: number }> {
      const { rows } = await sql<{
        revision: number
        library_revision: string | null
        provenance: Provenance
        computed_at: Date
        is_settled: boolean
        body: string
      }>`select l.revision::float8 as revision, n.library_revision, n.provenance, n.computed_at, n.is_settled, n.body
         from library l left join signal_narratives n on n.signal_id = ${signalId}`.execute(kysely)
      const row = rows[0]
      if (row === undefined || row.library_revision === null) return { stored: null, revision: row?.revision ?? 0 }
      const { provenance, computed_at, is_settled, body } = row
      return {
        stored: {
          libraryRevision: Number(row.library_revision),
          provenance,
          computedAt: computed_at,
          isSettled: is_settled,
          body,
        },
        revision: row.revision,
      }
    },

    async save(signalId: string, stored: StoredNarratives): Promise<void> {
      const row = {
        library_revision: `${stored.libraryRevision}`,
        provenance: stored.provenance,
        computed_at: stored.computedAt,
        is_settled: stored.isSettled,
        body: stored.body,
      }
      await kysely
        .insertInto('signal_narratives')
        .values({ signal_id: signalId, ...row })
        .onConflict((conflict) => conflict.column('signal_id').doUpdateSet(row))
        .execute()
    },

    /**
     * At most `size` matching documents, every k-th in the order of time: a systematic sample (Cochran 1977, Sampling
     * Techniques, ch. 8), which is spread over the signal's time as the documents are. With `isLarge` it is drawn from
     * the library's 1/8 sample, so that no million rows are sorted.
     */
    async sampleInTime(filter: DocumentFilter, { size, isLarge }: { size: number; isLarge: boolean }) {
      const sample = isLarge ? sql` and d.bucket < 16` : sql``
      const { rows } = await sql<{ id: string }>`
        with m as (
          select d.id, row_number() over (order by d.ts, d.id) - 1 as place, count(*) over () as n
          from document d where ${toCondition(filter)}${sample}
        )
        select id::text as id from m
        where n <= ${size}::bigint or place * ${size}::bigint / n <> (place - 1) * ${size}::bigint / n or place = 0
        order by place`.execute(database.analysis)
      return rows.map(({ id }): DocumentId => toDocumentId(id))
    },

    /** In what share of the library's documents each word stands; words that were not counted are absent. */
    async backgroundShares(words: readonly string[], world: DocumentFilter['world']): Promise<Map<string, number>> {
      const isDemo = world === 'demo'
      const { rows } = await sql<{ term: string; share: number }>`
        select b.term, b.documents::float8 / s.sampled_documents as share
        from term_background b join term_background_state s on s.demo = b.demo
        where b.demo = ${isDemo}::boolean and s.sampled_documents > 0 and b.term = any(${words}::text[])`.execute(
        kysely,
      )
      return new Map(rows.map(({ term, share }) => [term, share]))
    },
  }
}
