import { type Kysely, sql } from 'kysely'
import type { Provenance, QueryEcho } from '@auspex/sdk/types'

type SignalTables = {
  signal: { id: string; echo: QueryEcho; created_at: Date }
  signal_report: {
    signal_id: string
    computed_at: Date
    /** int8: written as a number, read as text. */
    library_revision: string
    provenance: Provenance
    documents: number
    is_settled: boolean
    body: string
  }
}

/** A measured report as it is stored: its text, and what tells whether it is old. */
export interface StoredReport {
  computedAt: Date
  libraryRevision: number
  provenance: Provenance
  documents: number
  /** False when names or stories of the library were still being read. */
  isSettled: boolean
  body: string
}

export type SignalRepository = ReturnType<typeof createSignalRepository>

/** All SQL of signals and their stored reports. */
export function createSignalRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<SignalTables>()
  return {
    /** Remembers the question; the first to ask gives it its words. */
    async save({ id, echo, at }: { id: string; echo: QueryEcho; at: Date }): Promise<void> {
      const row = { id, echo: sql<QueryEcho>`${JSON.stringify(echo)}::jsonb`, created_at: at }
      await db
        .insertInto('signal')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async find(id: string): Promise<QueryEcho | null> {
      const row = await db.selectFrom('signal').select('echo').where('id', '=', id).executeTakeFirst()
      return row?.echo ?? null
    },

    /** The question, its stored report and the library's revision, in one read: all that a cached answer needs. */
    async findWithReport(
      id: string,
    ): Promise<{ echo: QueryEcho; report: StoredReport | null; revision: number } | null> {
      const { rows } = await sql<{
        echo: QueryEcho
        revision: number
        computed_at: Date | null
        library_revision: string
        provenance: Provenance
        documents: number
        is_settled: boolean
        body: string
      }>`select s.echo, (select revision::float8 from library) as revision,
                r.computed_at, r.library_revision, r.provenance, r.documents, r.is_settled, r.body
         from signal s left join signal_report r on r.signal_id = s.id where s.id = ${id}`.execute(db)
      const row = rows[0]
      if (row === undefined) return null
      const { echo, revision, computed_at, library_revision, is_settled, provenance, documents, body } = row
      const report =
        computed_at === null
          ? null
          : {
              computedAt: computed_at,
              libraryRevision: Number(library_revision),
              isSettled: is_settled,
              provenance,
              documents,
              body,
            }
      return { echo, report, revision }
    },

    async saveReport(id: string, report: StoredReport): Promise<void> {
      const { computedAt, libraryRevision, isSettled, ...rest } = report
      const row = { computed_at: computedAt, library_revision: `${libraryRevision}`, is_settled: isSettled, ...rest }
      await db
        .insertInto('signal_report')
        .values({ signal_id: id, ...row })
        .onConflict((conflict) => conflict.column('signal_id').doUpdateSet(row))
        .execute()
    },

    async hasReport(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('signal_report')
        .select('signal_id')
        .where('signal_id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
