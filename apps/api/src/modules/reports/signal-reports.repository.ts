import type { Provenance, QueryEcho } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { isAfterDeletions, revisionOfLibrary } from '../library/index.ts'
import { toPattern } from '../../adapters/database/redact-columns.ts'
import type { Redaction } from '../../kernel/redaction.ts'
import { createRecentTexts, type RecentText } from './recent-texts.ts'

type ReportTables = {
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

/** A measured report as stored: its text, and the fields that show whether it is stale. */
export interface StoredReport {
  computedAt: Date
  libraryRevision: number
  provenance: Provenance
  documents: number
  /** False when names or stories of the library were still being extracted. */
  isSettled: boolean
  /** The text that is sent: the report with its series in the interval chosen for their span. */
  body: string
}

/**
 * Raised when the same documents give a report with other sections or sentences than before: reports of earlier versions are measured again when they are
 * opened.
 */
export const reportVersion = 11

/** A report as written: the text that is sent, its series by day, and how it names its query. */
export type WrittenReport = StoredReport & { series: string; naming: { title: string; subject?: string } }

/** A query with its stored report and the library's revision. */
export interface FoundSignal {
  echo: QueryEcho
  report: SentReport | null
  revision: number
  /** Whether a source that was queried for it has stored documents since the report was measured. */
  hasNewDocuments: boolean
  /** For a part of another query, when it was last opened, to the hour. Null for a query of its own. */
  partOpenedAt: Date | null
}

/** A stored report with its compressed text. */
export type SentReport = StoredReport & { compressed: RecentText['compressed'] }

export type SignalReportsRepository = ReturnType<typeof createSignalReportsRepository>

/** SQL of the stored reports of signals. */
export function createSignalReportsRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<ReportTables>()
  const texts = createRecentTexts()
  return {
    /** Deletes every stored report, because reports quote documents. Queries stay and are measured again on request. */
    async forgetReports(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // waits for a report that is being stored, so that it is deleted too
        await sql`lock table signal_report in share row exclusive mode`.execute(trx)
        await sql`delete from signal_report`.execute(trx)
      })
    },

    /** Deletes the reports that quote deleted documents. */
    async forgetQuoting({ markers }: Redaction): Promise<void> {
      await sql`delete from signal_report where body ~ ${toPattern(markers)}`.execute(db)
    },

    /**
     * The query, its stored report and the library's revision in one statement: all that a cached answer needs. The database sends the text only when
     * this process does not have it cached.
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
                r.computed_at, r.library_revision, r.provenance, r.documents, r.is_settled and r.version = ${reportVersion} as is_settled,
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
      const cachedText =
        recent === null || row.body !== null ? texts.keep(id, { computedAt, text: row.body ?? '' }) : recent
      const report = {
        computedAt,
        libraryRevision: Number(library_revision),
        isSettled: is_settled,
        provenance,
        documents,
        body: cachedText.text,
        compressed: cachedText.compressed,
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

    /** Returns null and stores nothing if an import was deleted after its documents were read. */
    async saveReport(id: string, report: WrittenReport): Promise<SentReport | null> {
      const { computedAt, libraryRevision, isSettled, provenance, documents, body, series } = report
      const naming = JSON.stringify(report.naming)
      const { numAffectedRows = 0n } = await sql`
        with named as (
          update signal set echo = echo || ${naming}::jsonb where id = ${id} and not echo @> ${naming}::jsonb
        )
        insert into signal_report (signal_id, computed_at, library_revision, is_settled, version, provenance, documents, body, series)
        select ${id}, ${computedAt}::timestamptz, ${libraryRevision}::bigint, ${isSettled}::boolean, ${reportVersion}::int, ${provenance},
          ${documents}::int, ${body}, ${series}
        where ${isAfterDeletions(libraryRevision)}
        on conflict (signal_id) do update set computed_at = excluded.computed_at, library_revision = excluded.library_revision,
          is_settled = excluded.is_settled, version = excluded.version, provenance = excluded.provenance, documents = excluded.documents,
          body = excluded.body, series = excluded.series`.execute(db)
      if (numAffectedRows === 0n) return null
      const { compressed } = texts.keep(id, { computedAt, text: body })
      return { ...report, compressed }
    },

    /** Replaces the report measured at `of`; null when that is gone, for example after its documents were deleted. */
    async replaceReport(id: string, previousComputedAt: Date, report: WrittenReport): Promise<SentReport | null> {
      const { computedAt, libraryRevision, isSettled, naming: _naming, ...rest } = report
      const { numUpdatedRows } = await db
        .updateTable('signal_report')
        .set({ computed_at: computedAt, library_revision: `${libraryRevision}`, is_settled: isSettled, ...rest })
        .where('signal_id', '=', id)
        .where('computed_at', '=', previousComputedAt)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return null
      const { compressed } = texts.keep(id, { computedAt, text: report.body })
      return { ...report, compressed }
    },
  }
}
