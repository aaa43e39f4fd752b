import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'
import type { StoredThread } from './zeus.types.ts'

interface ThreadRow {
  id: string
  user_id: string
  title: string
  is_named: boolean
  is_pinned: boolean
  signal_ids: string[]
  created_at: Date
  updated_at: Date
}

export type ThreadsRepository = ReturnType<typeof createThreadsRepository>

/** All SQL of threads. Every statement filters by person: no one can read or change another person's threads. */
export function createThreadsRepository(kysely: Database['kysely']) {
  return {
    async list(
      userId: string,
      { id, searchTerm }: { id: string | null; searchTerm: string | null },
      page: PageRequest,
    ): Promise<{ items: StoredThread[]; total: number }> {
      const like = searchTerm === null ? null : `%${searchTerm.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const matchesFilter = sql`t.user_id = ${userId} and (${id}::text is null or t.id = ${id}) and (${like}::text is null or t.title ilike ${like}
        or exists (select from zeus_message m where m.thread_id = t.id and m.content ilike ${like}))`
      const { rows } = await sql<ThreadRow>`
        select t.* from zeus_thread t where ${matchesFilter}
        order by t.is_pinned desc, t.updated_at desc, t.id limit ${page.perPage} offset ${pageOffset(page)}`.execute(
        kysely,
      )
      const countResult = await sql<{
        total: string
      }>`select count(*) as total from zeus_thread t where ${matchesFilter}`.execute(kysely)
      return { items: rows.map(toThread), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    async find(id: string, userId: string): Promise<StoredThread | null> {
      const { rows } = await sql<ThreadRow>`
        select * from zeus_thread where id = ${id} and user_id = ${userId}`.execute(kysely)
      return rows[0] === undefined ? null : toThread(rows[0])
    },

    /** The given threads that belong to the person. */
    async listOwn(ids: readonly string[], userId: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from zeus_thread where id = any(${[...ids]}::text[]) and user_id = ${userId}`.execute(kysely)
      return rows.map(({ id }) => id)
    },

    /** The thread, locked until the transaction ends. */
    async lock(id: string, userId: string): Promise<StoredThread | null> {
      const { rows } = await sql<ThreadRow>`
        select * from zeus_thread where id = ${id} and user_id = ${userId} for update`.execute(kysely)
      return rows[0] === undefined ? null : toThread(rows[0])
    },

    async insert(thread: StoredThread): Promise<void> {
      await sql`
        insert into zeus_thread (id, user_id, title, is_named, is_pinned, signal_ids, created_at, updated_at)
        values (${thread.id}, ${thread.userId}, ${thread.title}, ${thread.isNamed}, ${thread.isPinned},
          ${JSON.stringify(thread.signalIds)}::jsonb, ${thread.createdAt}, ${thread.updatedAt})`.execute(kysely)
    },

    async update(thread: StoredThread): Promise<void> {
      await sql`
        update zeus_thread set title = ${thread.title}, is_named = ${thread.isNamed}, is_pinned = ${thread.isPinned},
          signal_ids = ${JSON.stringify(thread.signalIds)}::jsonb, updated_at = ${thread.updatedAt}
        where id = ${thread.id}`.execute(kysely)
    },

    async remove(id: string): Promise<void> {
      await sql`delete from zeus_thread where id = ${id}`.execute(kysely)
    },
  }
}

function toThread(row: ThreadRow): StoredThread {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    isNamed: row.is_named,
    isPinned: row.is_pinned,
    signalIds: row.signal_ids,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
