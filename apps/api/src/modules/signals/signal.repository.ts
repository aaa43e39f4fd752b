import { type Kysely, sql } from 'kysely'
import type { GrowthRatio, Provenance, QueryEcho } from '@auspex/sdk/types'
import { revisionOfLibrary } from '../documents/index.ts'
import { createRecentTexts, type RecentText } from './recent-texts.ts'

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
    series: string
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
  /** What is sent: the report with its series in the interval that they merit. */
  body: string
}

/** A report as it is written: what is sent, and its series by day. */
export type WrittenReport = StoredReport & { series: string }

/** A signal that has a report, by what lists show of it. */
export interface MeasuredSignal {
  signalId: string
  provenance: Provenance
  documents: number
  computedAt: Date
  momentum: GrowthRatio
}

/** A stored report, and how its text is sent compressed. */
export type SentReport = StoredReport & Pick<RecentText, 'compressed'>

export type SignalRepository = ReturnType<typeof createSignalRepository>

/** All SQL of signals and their stored reports. */
export function createSignalRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<SignalTables>()
  const texts = createRecentTexts()
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

    /** Those of the signals that have a report. */
    async listMeasured(ids: readonly string[]): Promise<MeasuredSignal[]> {
      const { rows } = await sql<MeasuredSignal>`
        select signal_id as "signalId", provenance, documents, computed_at as "computedAt",
          (body::json)->'momentum'->'ratio' as momentum
        from signal_report where signal_id = any(${[...ids]}::text[])`.execute(db)
      return rows
    },

    /**
     * The question, its stored report and the library's revision, in one read: all that a cached answer needs. The database
     * sends the text only when this process does not have it.
     */
    async findWithReport(id: string): Promise<{ echo: QueryEcho; report: SentReport | null; revision: number } | null> {
      const recent = texts.find(id)
      const { rows } = await sql<{
        echo: QueryEcho
        revision: number
        computed_at: Date | null
        library_revision: string
        provenance: Provenance
        documents: number
        is_settled: boolean
        body: string | null
      }>`select s.echo, ${revisionOfLibrary} as revision,
                r.computed_at, r.library_revision, r.provenance, r.documents, r.is_settled,
                case when r.computed_at = ${recent?.computedAt ?? null}::timestamptz then null else r.body end as body
         from signal s left join signal_report r on r.signal_id = s.id where s.id = ${id}`.execute(db)
      const row = rows[0]
      if (row === undefined) return null
      const { echo, revision, computed_at: computedAt, library_revision, is_settled, provenance, documents } = row
      if (computedAt === null) return { echo, report: null, revision }
      const kept = recent === null || row.body !== null ? texts.keep(id, { computedAt, text: row.body ?? '' }) : recent
      const report = {
        computedAt,
        libraryRevision: Number(library_revision),
        isSettled: is_settled,
        provenance,
        documents,
        body: kept.text,
        compressed: kept.compressed,
      }
      return { echo, report, revision }
    },

    /** Both texts of a stored report; null when there is none. */
    async findTexts(id: string): Promise<{ body: string; series: string } | null> {
      const row = await db
        .selectFrom('signal_report')
        .select(['body', 'series'])
        .where('signal_id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    async saveReport(id: string, report: WrittenReport): Promise<SentReport> {
      const { computedAt, libraryRevision, isSettled, ...rest } = report
      const row = { computed_at: computedAt, library_revision: `${libraryRevision}`, is_settled: isSettled, ...rest }
      await db
        .insertInto('signal_report')
        .values({ signal_id: id, ...row })
        .onConflict((conflict) => conflict.column('signal_id').doUpdateSet(row))
        .execute()
      const { compressed } = texts.keep(id, { computedAt, text: report.body })
      return { ...report, compressed }
    },
  }
}
