import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type MessageRow, toMessage } from './messages.repository.ts'
import type { StoredMessage } from './zeus.types.ts'

/** SQL of the messages that follow each other in a thread. Callers check the owner of the thread first. */
export function createConversationsRepository(kysely: Database['kysely']) {
  return {
    /** The selected conversation: the latest messages of each thread, oldest first, and their total number. */
    async listSelected(
      threadIds: readonly string[],
      maxMessages: number,
    ): Promise<{ messages: StoredMessage[]; counts: Map<string, number> }> {
      const { rows } = await sql<MessageRow & { depth: number; total: string }>`
        with recursive path as (
          select m.id, m.thread_id, 1 as depth from zeus_message m
          where m.thread_id = any(${[...threadIds]}) and m.parent_id is null and m.is_selected
          union all
          select m.id, m.thread_id, path.depth + 1 from zeus_message m join path on m.parent_id = path.id where m.is_selected
        ), placed as (
          select path.*, count(*) over (partition by thread_id) as total from path
        )
        select m.*, placed.depth, placed.total from placed join zeus_message m on m.id = placed.id
        where placed.depth > placed.total - ${Math.max(1, maxMessages)}
        order by m.thread_id, placed.depth`.execute(kysely)
      const counts = new Map(rows.map((row) => [row.thread_id, Number(row.total)]))
      return { messages: maxMessages === 0 ? [] : rows.map(toMessage), counts }
    },

    /**
     * A conversation up to a point in time: of each message the selected version, or the latest earlier one if the selected one was written later.
     * The latest messages, oldest first, and their total number.
     */
    async listUntil(
      threadId: string,
      until: Date,
      limit: number,
    ): Promise<{ messages: StoredMessage[]; count: number }> {
      const { rows } = await sql<MessageRow & { total: string }>`
        with recursive path as (
          (select m.id, 1 as depth from zeus_message m
            where m.thread_id = ${threadId} and m.parent_id is null and m.created_at <= ${until}
            order by m.is_selected desc, m.created_at desc limit 1)
          union all
          select next.id, path.depth + 1 from path, lateral (
            select m.id from zeus_message m where m.parent_id = path.id and m.created_at <= ${until}
            order by m.is_selected desc, m.created_at desc limit 1) next
        ), placed as (
          select path.*, count(*) over () as total from path
        )
        select m.*, placed.total from placed join zeus_message m on m.id = placed.id
        where placed.depth > placed.total - ${limit} order by placed.depth`.execute(kysely)
      return { messages: rows.map(toMessage), count: Number(rows[0]?.total ?? 0) }
    },

    /** A message and its ancestors, from the first one on. */
    async listAncestors(id: string): Promise<StoredMessage[]> {
      const { rows } = await sql<MessageRow>`
        with recursive path as (
          select m.id, m.parent_id, 1 as depth from zeus_message m where m.id = ${id}
          union all
          select m.id, m.parent_id, path.depth + 1 from zeus_message m join path on m.id = path.parent_id
        )
        select m.* from path join zeus_message m on m.id = path.id order by path.depth desc`.execute(kysely)
      return rows.map(toMessage)
    },
  }
}
