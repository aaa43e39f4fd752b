import type { NewsMute } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { type DocumentId, fromDocumentId, toDocumentId } from '../../library/index.ts'

export interface Mark {
  documentId: DocumentId
  isRead: boolean
  isSaved: boolean
}

/** Maximum number of a person's marks that a list takes into account: the newest. */
const maxMarks = 20_000

/** All SQL of marks. Their ids are document ids, which another module owns. */
export function createMarksRepository(db: Kysely<object>) {
  return {
    /** Articles published since a day that the person has read. */
    async listRead(userId: string, fromDay: string): Promise<DocumentId[]> {
      const { rows } = await sql<{ id: string }>`
        select document_id as id from news_mark
        where user_id = ${userId} and read_at is not null and published_at >= ${`${fromDay}T00:00:00Z`}::timestamptz
        order by published_at desc limit ${maxMarks}`.execute(db)
      return rows.map(({ id }) => toDocumentId(id))
    },

    /** Articles that the person saved, the last saved first. */
    async listSaved(userId: string): Promise<DocumentId[]> {
      const { rows } = await sql<{ id: string }>`
        select document_id as id from news_mark where user_id = ${userId} and saved_at is not null
        order by saved_at desc limit ${maxMarks}`.execute(db)
      return rows.map(({ id }) => toDocumentId(id))
    },

    async list(userId: string, ids: readonly DocumentId[]): Promise<Map<DocumentId, Mark>> {
      const { rows } = await sql<{ id: string; read: boolean; saved: boolean }>`
        select document_id as id, read_at is not null as read, saved_at is not null as saved
        from news_mark where user_id = ${userId} and document_id = any(${toStored(ids)}::bigint[])`.execute(db)
      return new Map(
        rows.map(({ id, read, saved }) => {
          const documentId = toDocumentId(id)
          return [documentId, { documentId, isRead: read, isSaved: saved }]
        }),
      )
    },

    /** Undefined fields stay unchanged. */
    async set(
      userId: string,
      articles: readonly { documentId: DocumentId; publishedAt: string }[],
      { isRead, isSaved, at }: { isRead: boolean | undefined; isSaved: boolean | undefined; at: Date },
    ): Promise<void> {
      await sql`
        insert into news_mark as m (user_id, document_id, published_at, read_at, saved_at)
        select ${userId}, id, published_at,
          case when ${isRead ?? false} then ${at}::timestamptz end, case when ${isSaved ?? false} then ${at}::timestamptz end
        from unnest(${toStored(articles.map(({ documentId }) => documentId))}::bigint[],
          ${articles.map(({ publishedAt }) => publishedAt)}::timestamptz[]) as a (id, published_at)
        on conflict (user_id, document_id) do update set
          read_at = case when ${isRead === undefined} then m.read_at when ${isRead ?? false} then coalesce(m.read_at, excluded.read_at) end,
          read_mark_id = case when ${isRead === undefined} then m.read_mark_id end,
          saved_at = case when ${isSaved === undefined} then m.saved_at when ${isSaved ?? false} then coalesce(m.saved_at, excluded.saved_at) end`.execute(
        db,
      )
    },

    /** Marks unread articles as read under one mark id; returns how many. */
    async readAll(
      userId: string,
      articles: readonly { documentId: DocumentId; publishedAt: string }[],
      { markId, at }: { markId: string; at: Date },
    ): Promise<number> {
      const { rows } = await sql`
        insert into news_mark as m (user_id, document_id, published_at, read_at, read_mark_id)
        select ${userId}, id, published_at, ${at}::timestamptz, ${markId}
        from unnest(${toStored(articles.map(({ documentId }) => documentId))}::bigint[],
          ${articles.map(({ publishedAt }) => publishedAt)}::timestamptz[]) as a (id, published_at)
        on conflict (user_id, document_id) do update set read_at = excluded.read_at, read_mark_id = excluded.read_mark_id
        where m.read_at is null returning 1`.execute(db)
      return rows.length
    },

    /** Marks as unread what one mark id marked as read; returns how many. */
    async undo(userId: string, markId: string): Promise<number> {
      const { rows } = await sql`
        update news_mark set read_at = null, read_mark_id = null where user_id = ${userId} and read_mark_id = ${markId}
        returning 1`.execute(db)
      return rows.length
    },
  }
}

export type MarksRepository = ReturnType<typeof createMarksRepository>

function toStored(ids: readonly DocumentId[]): string[] {
  return ids.flatMap((id) => fromDocumentId(id) ?? [])
}

export interface StoredMute {
  id: string
  kind: NewsMute['kind']
  /** A word or phrase, an outlet, or the id of a story. */
  subject: string
  title: string
  createdAt: Date
}

const columns = sql`id, kind, value as subject, title, created_at as "createdAt"`

/** All SQL of mutes. */
export function createMutesRepository(db: Kysely<object>) {
  return {
    async list(userId: string): Promise<StoredMute[]> {
      const { rows } = await sql<StoredMute>`
        select ${columns} from news_mute where user_id = ${userId} order by created_at desc, id`.execute(db)
      return rows
    },

    /** Stores a mute unless the person already has it or has `max` mutes; returns which of the two applied. Runs in a transaction. */
    async insert(
      { id, kind, subject, title, createdAt }: StoredMute,
      { userId, max }: { userId: string; max: number },
    ): Promise<'stored' | 'exists' | 'full'> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`news_mute ${userId}`}, 0))`.execute(db)
      const { rows } = await sql<{ n: number; known: boolean }>`
        select count(*)::int as n, coalesce(bool_or(kind = ${kind} and value = ${subject}), false) as known
        from news_mute where user_id = ${userId}`.execute(db)
      if (rows[0]?.known === true) return 'exists'
      if ((rows[0]?.n ?? 0) >= max) return 'full'
      await sql`
        insert into news_mute (id, user_id, kind, value, title, created_at)
        values (${id}, ${userId}, ${kind}, ${subject}, ${title}, ${createdAt}::timestamptz)`.execute(db)
      return 'stored'
    },

    async delete(id: string, userId: string): Promise<boolean> {
      const { rows } = await sql`delete from news_mute where id = ${id} and user_id = ${userId} returning id`.execute(
        db,
      )
      return rows.length > 0
    },
  }
}

export type MutesRepository = ReturnType<typeof createMutesRepository>
