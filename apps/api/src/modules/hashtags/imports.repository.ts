import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'

export interface StoredImport {
  id: string
  name: string
  read: number
  stored: number
  renewed: number
  refused: number
  firstDay: string | null
  lastDay: string | null
  startedAt: Date
  updatedAt: Date
}

export interface StoredRefusal {
  line: number
  field: string | null
  reason: string
}

export type ImportsRepository = ReturnType<typeof createImportsRepository>

/** Maximum number of refusal reasons stored per import. */
const maxRefusals = 1000

const columns = sql`
  i.import_id as id, i.name, i.lines_read as read, i.stored, i.renewed, i.refused, i.started_at as "startedAt",
  i.updated_at as "updatedAt",
  (select to_char(min(v.day), 'YYYY-MM-DD') from hashtag_video v where v.import_id = i.import_id) as "firstDay",
  (select to_char(max(v.day), 'YYYY-MM-DD') from hashtag_video v where v.import_id = i.import_id) as "lastDay"`

/** SQL of imports and their refused lines; also works within a transaction. Every access is limited to one owner. */
export function createImportsRepository(kysely: Kysely<object>) {
  const ofOwner = (owner: string) =>
    sql`i.set_no in (select s.set_no from hashtag_set s where s.owner = ${owner} and s.origin = 'import')`
  return {
    async begin(input: { id: string; setNo: number; name: string; at: Date }): Promise<void> {
      await sql`
        insert into hashtag_import (import_id, set_no, name, started_at, updated_at)
        values (${input.id}, ${input.setNo}, ${input.name}, ${input.at}::timestamptz, ${input.at}::timestamptz)`.execute(
        kysely,
      )
    },

    async find(owner: string, importId: string): Promise<StoredImport | null> {
      const { rows } = await sql<StoredImport>`
        select ${columns} from hashtag_import i where i.import_id = ${importId} and ${ofOwner(owner)}`.execute(kysely)
      return rows[0] ?? null
    },

    async list(owner: string, page: PageRequest): Promise<{ items: StoredImport[]; total: number }> {
      const { rows } = await sql<StoredImport>`
        select ${columns} from hashtag_import i where ${ofOwner(owner)}
        order by i.started_at desc, i.import_id limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      const countResult = await sql<{ total: number }>`
        select count(*)::integer as total from hashtag_import i where ${ofOwner(owner)}`.execute(kysely)
      return { items: rows, total: countResult.rows[0]?.total ?? 0 }
    },

    async listRefusals(importId: string): Promise<StoredRefusal[]> {
      const { rows } = await sql<StoredRefusal>`
        select line, field, reason from hashtag_refusal where import_id = ${importId}
        order by line limit ${maxRefusals}`.execute(kysely)
      return rows
    },

    async add(
      importId: string,
      counts: { read: number; stored: number; renewed: number; refusals: readonly StoredRefusal[]; at: Date },
    ): Promise<void> {
      const { read, stored, renewed, refusals, at } = counts
      await sql`
        update hashtag_import set lines_read = lines_read + ${read}, stored = stored + ${stored}, renewed = renewed + ${renewed},
          refused = refused + ${refusals.length}, updated_at = ${at}::timestamptz
        where import_id = ${importId}`.execute(kysely)
      await sql`
        insert into hashtag_refusal (import_id, line, field, reason)
        select ${importId}, line, field, reason
        from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as refusal (line integer, field text, reason text)
        where (select count(*) from hashtag_refusal r where r.import_id = ${importId}) < ${maxRefusals}
        on conflict (import_id, line) do update set field = excluded.field, reason = excluded.reason`.execute(kysely)
    },

    /** Deletes an import with its videos; null when the owner has no such import. */
    async delete(owner: string, importId: string): Promise<{ videos: number } | null> {
      const counted = await sql<{ videos: number }>`
        select count(v.video_no)::integer as videos from hashtag_import i
        left join hashtag_video v on v.import_id = i.import_id
        where i.import_id = ${importId} and ${ofOwner(owner)} group by i.import_id`.execute(kysely)
      const [row] = counted.rows
      if (row === undefined) return null
      await sql`delete from hashtag_import where import_id = ${importId}`.execute(kysely)
      return row
    },
  }
}
