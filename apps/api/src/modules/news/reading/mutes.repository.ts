import type { NewsMute } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'

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
