import type { Provenance } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { toPattern } from '../../../adapters/database/redact-columns.ts'
import type { Redaction } from '../../../kernel/redaction.ts'
import { isAfterDeletions, revisionOfLibrary } from '../../library/index.ts'

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

/** The section as measured: its text, and the fields that show whether it is stale. */
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
    /** The stored section, if any, and the current revision of the library. */
    async find(signalId: string): Promise<{ stored: StoredNarratives | null; revision: number }> {
      const { rows } = await sql<{
        revision: number
        library_revision: string | null
        provenance: Provenance
        computed_at: Date
        is_settled: boolean
        body: string
      }>`select ${revisionOfLibrary} as revision, n.library_revision, n.provenance, n.computed_at, n.is_settled, n.body
         from (select 1) as once left join signal_narratives n on n.signal_id = ${signalId}`.execute(kysely)
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

    async forgetAll(): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        // waits for a section that is being stored, so that it is deleted too
        await sql`lock table signal_narratives in share row exclusive mode`.execute(trx)
        await sql`delete from signal_narratives`.execute(trx)
      })
    },

    /** Deletes the sections that quote deleted documents. */
    async forgetQuoting({ markers }: Redaction): Promise<void> {
      await sql`delete from signal_narratives where body ~ ${toPattern(markers)}`.execute(kysely)
    },

    /** Stores nothing if an import was deleted after its documents were read. */
    async save(signalId: string, section: StoredNarratives): Promise<void> {
      const { libraryRevision, provenance, computedAt, isSettled, body } = section
      await sql`
        insert into signal_narratives (signal_id, library_revision, provenance, computed_at, is_settled, body)
        select ${signalId}, ${libraryRevision}::bigint, ${provenance}, ${computedAt}::timestamptz, ${isSettled}::boolean, ${body}
        where ${isAfterDeletions(libraryRevision)}
        on conflict (signal_id) do update set library_revision = excluded.library_revision, provenance = excluded.provenance,
          computed_at = excluded.computed_at, is_settled = excluded.is_settled, body = excluded.body`.execute(kysely)
    },
  }
}
