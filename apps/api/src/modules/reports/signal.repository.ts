import { type Kysely, sql } from 'kysely'
import type { GrowthRatio, Provenance, QueryEcho } from '@auspex/sdk/types'
import { isAfterDeletions, revisionOfLibrary } from '../library/index.ts'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

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

/** A measured report as stored: its text, and the fields that tell whether it is stale. */
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

/** A report as written: the text that is sent, and its series by day. */
export type WrittenReport = StoredReport & { series: string }

/** A signal that has a report, with the fields that lists show. */
export interface MeasuredSignal {
  signalId: string
  provenance: Provenance
  documents: number
  computedAt: Date
  momentum: GrowthRatio
}

/** A query to store. */
interface NewSignal {
  id: string
  echo: QueryEcho
  at: Date
}

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
export type SentReport = StoredReport & Pick<RecentText, 'compressed'>

export type SignalRepository = ReturnType<typeof createSignalRepository>

/** All SQL of signals and their stored reports. */
export function createSignalRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<SignalTables>()
  const texts = createRecentTexts()
  return {
    /** Stores the query; the first save sets its wording. A query stored as a part of another becomes independent. */
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

    /** Stores a part of another query; does nothing if it is already stored. */
    async savePart({ id, echo, at }: NewSignal): Promise<void> {
      const row = { id, echo: sql<QueryEcho>`${JSON.stringify(echo)}::jsonb`, created_at: at, part_opened_at: at }
      await db
        .insertInto('signal')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Records that a part was opened. */
    async markOpened(id: string, at: Date): Promise<void> {
      await db
        .updateTable('signal')
        .set({ part_opened_at: at })
        .where('id', '=', id)
        .where('part_opened_at', 'is not', null)
        .execute()
    },

    /** Deletes the reports of parts not opened since; their queries stay, so a link to one measures it again. */
    async forgetParts(openedBefore: Date): Promise<void> {
      await sql`delete from signal_report r using signal s
        where s.id = r.signal_id and s.part_opened_at < ${openedBefore}::timestamptz`.execute(db)
    },

    /** Deletes every stored report, because reports quote documents. Queries stay and are measured again on request. */
    async forgetReports(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // waits for a report that is being stored, so that it is deleted too
        await sql`lock table signal_report in share row exclusive mode`.execute(trx)
        await sql`delete from signal_report`.execute(trx)
      })
    },

    async find(id: string): Promise<QueryEcho | null> {
      const row = await db.selectFrom('signal').select('echo').where('id', '=', id).executeTakeFirst()
      return row?.echo ?? null
    },

    /** Counts queries, and how many have a report newer than `freshAfter`; null for all. Parts of other queries are not counted. */
    async countReports(ids: readonly string[] | null, freshAfter: Date) {
      const { rows } = await sql<{ signals: number; fresh: number; oldestReportAt: Date | null }>`
        select count(*)::int as signals, (count(*) filter (where r.computed_at > ${freshAfter}::timestamptz))::int as fresh,
          min(r.computed_at) as "oldestReportAt"
        from signal s left join signal_report r on r.signal_id = s.id
        where s.part_opened_at is null and (${ids === null} or s.id = any(${[...(ids ?? [])]}::text[]))`.execute(db)
      return rows[0] ?? { signals: 0, fresh: 0, oldestReportAt: null }
    },

    /** The signals without such a report, the oldest first. */
    async listStale(ids: readonly string[] | null, { freshAfter, limit }: { freshAfter: Date; limit: number }) {
      const { rows } = await sql<{ id: string }>`
        select s.id from signal s left join signal_report r on r.signal_id = s.id
        where s.part_opened_at is null and (${ids === null} or s.id = any(${[...(ids ?? [])]}::text[]))
          and (r.computed_at is null or r.computed_at <= ${freshAfter}::timestamptz)
        order by r.computed_at nulls first, s.id limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The given signals that have a report. */
    async listMeasured(ids: readonly string[]): Promise<MeasuredSignal[]> {
      const { rows } = await sql<MeasuredSignal>`
        select signal_id as "signalId", provenance, documents, computed_at as "computedAt",
          (body::json)->'momentum'->'ratio' as momentum
        from signal_report where signal_id = any(${[...ids]}::text[])`.execute(db)
      return rows
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

    /** Replaces the report measured at `of`; null when that is gone, for example after its documents were deleted. */
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

/** The text of a report and when it was measured. */
interface RecentText {
  readonly computedAt: Date
  readonly text: string
  /** The compressed text; null on the first call, which starts the compression, because most reports are requested only once. */
  compressed(): Buffer | null
}

/** Cache of the most recently requested report texts. */
interface RecentTexts {
  find(signalId: string): RecentText | null
  keep(signalId: string, measured: { computedAt: Date; text: string }): RecentText
}

/**
 * Caches up to `mostCharacters` of text, evicting the least recently used. The database still decides which measurement is the newest, so several
 * servers may share one database.
 */
export function createRecentTexts(maxCharacters = 8_000_000): RecentTexts {
  const texts = new LRUCache<string, RecentText>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text }) => Math.max(1, text.length),
  })
  return {
    find: (signalId) => texts.get(signalId) ?? null,
    keep(signalId, { computedAt, text }) {
      const recent = { computedAt, text, compressed: createCompressed(text) }
      texts.set(signalId, recent)
      return recent
    },
  }
}

function createCompressed(text: string): RecentText['compressed'] {
  let bytes: Buffer | null = null
  let isAsked = false
  return () => {
    if (!isAsked) {
      isAsked = true
      // if compression fails, the text is sent uncompressed
      gzip(text, (error, compressedBytes) => (bytes = error === null ? compressedBytes : null))
    }
    return bytes
  }
}
