import { type Kysely, sql } from 'kysely'
import type { GrowthRatio, Provenance, QueryEcho } from '@auspex/sdk/types'

type SignalTables = {
  signal: { id: string; echo: QueryEcho; created_at: Date; part_opened_at: Date | null }
}

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

export type SignalRepository = ReturnType<typeof createSignalRepository>

/** SQL of signals, and of which of them have a report; `signal-reports.repository.ts` has the reports. */
export function createSignalRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<SignalTables>()
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

    async find(id: string): Promise<QueryEcho | null> {
      const row = await db.selectFrom('signal').select('echo').where('id', '=', id).executeTakeFirst()
      return row?.echo ?? null
    },

    /** The queries of signals, by id. */
    async findEchoes(ids: readonly string[]): Promise<ReadonlyMap<string, QueryEcho>> {
      const { rows } = await sql<{ id: string; echo: QueryEcho }>`
        select id, echo from signal where id = any(${[...ids]}::text[])`.execute(db)
      return new Map(rows.map(({ id, echo }) => [id, echo]))
    },

    /** The titles of signals, as their reports spell them. */
    async findTitles(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ id: string; title: string }>`
        select id, echo->>'title' as title from signal where id = any(${[...ids]}::text[])`.execute(db)
      return new Map(rows.map(({ id, title }) => [id, title]))
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
  }
}
