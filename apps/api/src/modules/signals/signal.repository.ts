import { type Kysely, sql } from 'kysely'
import type { GrowthRatio, Provenance, QueryEcho } from '@auspex/sdk/types'
import { isAfterDeletions, revisionOfLibrary } from '../documents/index.ts'
import { createRecentTexts, type RecentText } from './recent-texts.ts'

type SignalTables = {
  signal: { id: string; echo: QueryEcho; created_at: Date; part_opened_at: Date | null }
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

/** A question that is remembered. */
interface NewSignal {
  id: string
  echo: QueryEcho
  at: Date
}

/** A question with its stored report, and the library's revision. */
export interface FoundSignal {
  echo: QueryEcho
  report: SentReport | null
  revision: number
  /** Whether a source that was asked about it stored documents since the report was measured. */
  hasNewDocuments: boolean
  /** Of a part of another question: when it was opened last, to the hour. Null for a question by itself. */
  partOpenedAt: Date | null
}

/** A stored report, and how its text is sent compressed. */
export type SentReport = StoredReport & Pick<RecentText, 'compressed'>

export type SignalRepository = ReturnType<typeof createSignalRepository>

/** All SQL of signals and their stored reports. */
export function createSignalRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<SignalTables>()
  const texts = createRecentTexts()
  return {
    /**
     * Remembers the question; the first to ask gives it its words. One that was a part of another is a question by itself from here on.
     */
    async save({ id, echo, at }: NewSignal): Promise<void> {
      const row = { id, echo: sql<QueryEcho>`${JSON.stringify(echo)}::jsonb`, created_at: at, part_opened_at: null }
      await db
        .insertInto('signal')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ part_opened_at: null }).where('signal.part_opened_at', 'is not', null),
        )
        .execute()
    },

    /** Remembers a part of another question; one that is known stays what it is. */
    async savePart({ id, echo, at }: NewSignal): Promise<void> {
      const row = { id, echo: sql<QueryEcho>`${JSON.stringify(echo)}::jsonb`, created_at: at, part_opened_at: at }
      await db
        .insertInto('signal')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Remembers that a part is looked at. */
    async markOpened(id: string, at: Date): Promise<void> {
      await db
        .updateTable('signal')
        .set({ part_opened_at: at })
        .where('id', '=', id)
        .where('part_opened_at', 'is not', null)
        .execute()
    },

    /** Deletes the reports of parts that nobody opened since; their questions stay, so a link to one measures it again. */
    async forgetParts(openedBefore: Date): Promise<void> {
      await sql`delete from signal_report r using signal s
        where s.id = r.signal_id and s.part_opened_at < ${openedBefore}::timestamptz`.execute(db)
    },

    /** Deletes every stored report: they quote documents. Questions stay, and are measured again when they are asked for. */
    async forgetReports(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // waits for a report that is just being stored, so that it goes too
        await sql`lock table signal_report in share row exclusive mode`.execute(trx)
        await sql`delete from signal_report`.execute(trx)
      })
    },

    async find(id: string): Promise<QueryEcho | null> {
      const row = await db.selectFrom('signal').select('echo').where('id', '=', id).executeTakeFirst()
      return row?.echo ?? null
    },

    /** Questions of people and how many have a report from after an instant; null for all, parts of others are none. */
    async countReports(ids: readonly string[] | null, freshAfter: Date) {
      const { rows } = await sql<{ signals: number; fresh: number; oldestReportAt: Date | null }>`
        select count(*)::int as signals, (count(*) filter (where r.computed_at > ${freshAfter}::timestamptz))::int as fresh,
          min(r.computed_at) as "oldestReportAt"
        from signal s left join signal_report r on r.signal_id = s.id
        where s.part_opened_at is null and (${ids === null} or s.id = any(${[...(ids ?? [])]}::text[]))`.execute(db)
      return rows[0] ?? { signals: 0, fresh: 0, oldestReportAt: null }
    },

    /** Those without such a report, the oldest first. */
    async listStale(ids: readonly string[] | null, { freshAfter, limit }: { freshAfter: Date; limit: number }) {
      const { rows } = await sql<{ id: string }>`
        select s.id from signal s left join signal_report r on r.signal_id = s.id
        where s.part_opened_at is null and (${ids === null} or s.id = any(${[...(ids ?? [])]}::text[]))
          and (r.computed_at is null or r.computed_at <= ${freshAfter}::timestamptz)
        order by r.computed_at nulls first, s.id limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
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
    async findWithReport(id: string): Promise<FoundSignal | null> {
      const recent = texts.find(id)
      const { rows } = await sql<{
        echo: QueryEcho
        revision: number
        part_opened_at: Date | null
        computed_at: Date | null
        library_revision: string
        provenance: Provenance
        documents: number
        is_settled: boolean
        body: string | null
        has_new_documents: boolean
      }>`select s.echo, s.part_opened_at, ${revisionOfLibrary} as revision,
                r.computed_at, r.library_revision, r.provenance, r.documents, r.is_settled,
                case when r.computed_at = ${recent?.computedAt ?? null}::timestamptz then null else r.body end as body,
                exists (
                  select from source_run u
                  where u.signal_id = s.id and u.recorded_at > r.computed_at - interval '1 hour' and (u.run->>'documentsStored')::int > 0
                    and (u.run->>'startedAt')::timestamptz + (u.run->>'durationMs')::int * interval '1 ms' >= r.computed_at
                ) as has_new_documents
         from signal s left join signal_report r on r.signal_id = s.id where s.id = ${id}`.execute(db)
      const row = rows[0]
      if (row === undefined) return null
      const { echo, revision, computed_at: computedAt, library_revision, is_settled, provenance, documents } = row
      const { part_opened_at: partOpenedAt, has_new_documents: hasNewDocuments } = row
      if (computedAt === null) return { echo, report: null, revision, hasNewDocuments, partOpenedAt }
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
      return { echo, report, revision, hasNewDocuments, partOpenedAt }
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

    /** Null, and nothing is stored, when an import was deleted after its documents were read. */
    async saveReport(id: string, report: WrittenReport): Promise<SentReport | null> {
      const { computedAt, libraryRevision, isSettled, provenance, documents, body, series } = report
      const { numAffectedRows = 0n } = await sql`
        insert into signal_report (signal_id, computed_at, library_revision, is_settled, provenance, documents, body, series)
        select ${id}, ${computedAt}::timestamptz, ${libraryRevision}::bigint, ${isSettled}::boolean, ${provenance}, ${documents}::int,
          ${body}, ${series}
        where ${isAfterDeletions(libraryRevision)}
        on conflict (signal_id) do update set computed_at = excluded.computed_at, library_revision = excluded.library_revision,
          is_settled = excluded.is_settled, provenance = excluded.provenance, documents = excluded.documents,
          body = excluded.body, series = excluded.series`.execute(db)
      if (numAffectedRows === 0n) return null
      const { compressed } = texts.keep(id, { computedAt, text: body })
      return { ...report, compressed }
    },

    /** Puts a report in the place of the one of a moment; null when that is gone, as after its documents were deleted. */
    async replaceReport(id: string, of: Date, report: WrittenReport): Promise<SentReport | null> {
      const { computedAt, libraryRevision, isSettled, ...rest } = report
      const { numUpdatedRows } = await db
        .updateTable('signal_report')
        .set({ computed_at: computedAt, library_revision: `${libraryRevision}`, is_settled: isSettled, ...rest })
        .where('signal_id', '=', id)
        .where('computed_at', '=', of)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return null
      const { compressed } = texts.keep(id, { computedAt, text: report.body })
      return { ...report, compressed }
    },
  }
}
