import type { Mention, MessageRating } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { StoredMessage } from './zeus.types.ts'

export interface MessageRow {
  id: string
  thread_id: string
  parent_id: string | null
  role: StoredMessage['role']
  content: string
  state: StoredMessage['state']
  run_id: string | null
  is_selected: boolean
  details: StoredMessage['details'] | { mentions: Mention[] }
  rating: MessageRating
  created_at: Date
}

/** SQL of single messages and their versions. Callers check the owner of the thread first. */
export function createMessagesRepository(kysely: Database['kysely']) {
  return {
    /** A message in any thread of the person. */
    async find(id: string, userId: string): Promise<StoredMessage | null> {
      const { rows } = await sql<MessageRow>`
        select m.* from zeus_message m join zeus_thread t on t.id = m.thread_id
        where m.id = ${id} and t.user_id = ${userId}`.execute(kysely)
      return rows[0] === undefined ? null : toMessage(rows[0])
    },

    /** Ids of the versions of messages, oldest first, by thread and parent. */
    async listVersions(messages: readonly StoredMessage[]): Promise<Map<string, string[]>> {
      const { rows } = await sql<{ id: string; thread_id: string; parent_id: string | null }>`
        select v.id, v.thread_id, v.parent_id from zeus_message v
        where v.parent_id = any(${messages.flatMap(({ parentId }) => parentId ?? [])})
          or (v.parent_id is null and v.thread_id = any(${messages.flatMap((m) => (m.parentId === null ? m.threadId : []))}))
        order by v.created_at`.execute(kysely)
      const versions = new Map<string, string[]>()
      for (const row of rows) {
        const position = positionKey({ threadId: row.thread_id, parentId: row.parent_id })
        versions.set(position, [...(versions.get(position) ?? []), row.id])
      }
      return versions
    },

    /** The time for a new message, unique within its thread. */
    async nextTime(threadId: string, now: Date): Promise<Date> {
      const { rows } = await sql<{ latest: Date | null }>`
        select max(created_at) as latest from zeus_message where thread_id = ${threadId}`.execute(kysely)
      return new Date(Math.max(now.getTime(), (rows[0]?.latest?.getTime() ?? 0) + 1))
    },

    /** Adds a message. A selected one replaces the previously selected version. */
    async insert(message: StoredMessage): Promise<void> {
      if (message.isSelected) await unselect(message)
      await sql`
        insert into zeus_message (id, thread_id, parent_id, role, content, state, run_id, is_selected, details, created_at)
        values (${message.id}, ${message.threadId}, ${message.parentId}, ${message.role}, ${message.content}, ${message.state},
          ${message.runId}, ${message.isSelected}, ${JSON.stringify(detailsOf(message))}::jsonb, ${message.createdAt})`.execute(
        kysely,
      )
    },

    async select(message: StoredMessage): Promise<void> {
      await unselect(message)
      await sql`update zeus_message set is_selected = true where id = ${message.id}`.execute(kysely)
    },

    async rate(id: string, { rating, comment }: { rating: MessageRating; comment: string | null }): Promise<void> {
      await sql`update zeus_message set rating = ${rating}, rating_comment = ${comment} where id = ${id}`.execute(
        kysely,
      )
    },
  }

  async function unselect({ threadId, parentId }: StoredMessage): Promise<void> {
    await sql`
      update zeus_message set is_selected = false
      where thread_id = ${threadId} and parent_id is not distinct from ${parentId} and is_selected`.execute(kysely)
  }
}

interface MessagePosition {
  threadId: string
  parentId: string | null
}

/** The key that all versions of a message share. */
export function positionKey({ threadId, parentId }: MessagePosition): string {
  return parentId ?? threadId
}

function detailsOf({ role, details, mentions }: StoredMessage): MessageRow['details'] {
  if (role === 'assistant') return details
  return mentions.length === 0 ? null : { mentions }
}

export function toMessage(row: MessageRow): StoredMessage {
  const { details } = row
  return {
    id: row.id,
    threadId: row.thread_id,
    parentId: row.parent_id,
    role: row.role,
    content: row.content,
    state: row.state,
    runId: row.run_id,
    isSelected: row.is_selected,
    details: details !== null && 'trace' in details ? details : null,
    mentions: details !== null && 'mentions' in details ? details.mentions : [],
    rating: row.rating,
    createdAt: row.created_at,
  }
}
