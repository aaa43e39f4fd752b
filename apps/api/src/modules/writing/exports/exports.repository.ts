import { type Kysely, sql } from 'kysely'
import type { ComparedDays, ExportFormat, ExportKind, Export } from '@auspex/sdk/types'
import type { StoredExport } from './exports.types.ts'

interface ExportRow {
  id: string
  user_id: string
  kind: ExportKind
  item_id: string
  format: ExportFormat
  comparison: ComparedDays | null
  status: Export['status']
  file_name: string
  /** int8: read as text. */
  bytes: string | null
  reason: string | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  expires_at: Date | null
}

export type ExportsRepository = ReturnType<typeof createExportsRepository>

/** All SQL of exports and their files. */
export function createExportsRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<{ export: ExportRow }>()
  return {
    /** Stores a queued export unless the person has `limit` unfinished ones; returns whether it did. */
    async create(
      { id, userId, kind, itemId, format, comparison, fileName, createdAt }: StoredExport,
      limit: number,
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into export (id, user_id, kind, item_id, format, comparison, status, file_name, created_at)
        select ${id}, ${userId}, ${kind}, ${itemId}, ${format},
          ${comparison === null ? null : JSON.stringify(comparison)}::jsonb, 'queued', ${fileName}, ${createdAt}::timestamptz
        where (select count(*) from export where user_id = ${userId} and status in ('queued', 'running')) < ${limit}::int`.execute(
        db,
      )
      return (numAffectedRows ?? 0n) > 0n
    },

    /** The person's export, unless it expired by `now`; null for anyone else's. */
    async find({ id, userId, now }: { id: string; userId: string; now: Date }): Promise<StoredExport | null> {
      const { rows } = await sql<ExportRow>`
        select * from export where id = ${id} and user_id = ${userId} and (expires_at is null or expires_at > ${now}::timestamptz)`.execute(
        db,
      )
      return rows[0] === undefined ? null : toExport(rows[0])
    },

    /** Marks it as running, even if an interrupted attempt already had; null when it has ended or was deleted. */
    async begin(id: string, now: Date): Promise<StoredExport | null> {
      const { rows } = await sql<ExportRow>`
        update export set status = 'running', started_at = ${now}::timestamptz
        where id = ${id} and status in ('queued', 'running') returning *`.execute(db)
      return rows[0] === undefined ? null : toExport(rows[0])
    },

    async putBack(id: string): Promise<void> {
      await sql`update export set status = 'queued', started_at = null where id = ${id} and status = 'running'`.execute(
        db,
      )
    },

    /** Deletes the chunks that a stopped process left, so that the file starts over. */
    async clearFile(id: string): Promise<void> {
      await sql`delete from export_chunk where export_id = ${id}`.execute(db)
    },

    async addChunk({ id, position, bytes }: { id: string; position: number; bytes: Uint8Array }): Promise<void> {
      await sql`insert into export_chunk (export_id, position, bytes) values (${id}, ${position}, ${Buffer.from(bytes)})`.execute(
        db,
      )
    },

    /** A chunk of the file, counted from 0; null after the last. */
    async readChunk(id: string, position: number): Promise<Buffer | null> {
      const { rows } = await sql<{ bytes: Buffer }>`
        select bytes from export_chunk where export_id = ${id} and position = ${position}`.execute(db)
      return rows[0]?.bytes ?? null
    },

    async complete({
      id,
      bytes,
      at,
      expiresAt,
    }: {
      id: string
      bytes: number
      at: Date
      expiresAt: Date
    }): Promise<void> {
      await sql`
        update export set status = 'complete', bytes = ${bytes}, finished_at = ${at}::timestamptz, expires_at = ${expiresAt}::timestamptz
        where id = ${id}`.execute(db)
    },

    async fail({
      id,
      reason,
      at,
      expiresAt,
    }: {
      id: string
      reason: string
      at: Date
      expiresAt: Date
    }): Promise<void> {
      await sql`
        update export set status = 'failed', reason = ${reason}, finished_at = ${at}::timestamptz, expires_at = ${expiresAt}::timestamptz
        where id = ${id} and status in ('queued', 'running')`.execute(db)
      await sql`delete from export_chunk where export_id = ${id} and exists (
        select 1 from export where id = ${id} and status = 'failed')`.execute(db)
    },

    /** Deletes expired exports; their chunks are deleted with the rows. */
    async forgetExpired(now: Date): Promise<void> {
      await sql`delete from export where expires_at <= ${now}::timestamptz`.execute(db)
    },
  }
}

function toExport(row: ExportRow): StoredExport {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    itemId: row.item_id,
    format: row.format,
    comparison: row.comparison,
    status: row.status,
    fileName: row.file_name,
    bytes: row.bytes === null ? null : Number(row.bytes),
    reason: row.reason,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  }
}
