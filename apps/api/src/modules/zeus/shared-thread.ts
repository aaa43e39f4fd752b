import type { SharedMessage, SharedThread } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { threadNotFound } from './zeus.errors.ts'
import type { StoredMessage } from './zeus.types.ts'

/** Maximum number of messages shown through a share link, the latest ones. */
const maxMessages = 200

/** Conversations as other modules read them. Every function takes the owner's id. */
export interface SharedThreads {
  /** Whether the thread belongs to the person. */
  has(id: string, userId: string): Promise<boolean>
  /** Throws `zeus.thread_not_found`. */
  findTitle(id: string, userId: string): Promise<string>
  /** The conversation up to a point in time. Throws `zeus.thread_not_found`. */
  readUntil(id: string, userId: string, until: Date): Promise<Omit<SharedThread, 'kind'>>
  /** The given threads that belong to the person. */
  listOwn(ids: readonly string[], userId: string): Promise<string[]>
}

export function createSharedThreads({ kysely }: Database): SharedThreads {
  const threads = createThreadsRepository(kysely)
  return {
    has: async (id, userId) => (await threads.find(id, userId)) !== null,
    findTitle: (id, userId) => findThreadTitle(id, userId, kysely),
    readUntil: (id, userId, until) => readThreadUntil(until, { id, userId }, kysely),
    listOwn: (ids, userId) => threads.listOwn(ids, userId),
  }
}

async function findThreadTitle(id: string, userId: string, kysely: Database['kysely']): Promise<string> {
  const thread = await createThreadsRepository(kysely).find(id, userId)
  if (thread === null) throw threadNotFound()
  return thread.title
}

async function readThreadUntil(
  until: Date,
  { id, userId }: { id: string; userId: string },
  kysely: Database['kysely'],
): Promise<Omit<SharedThread, 'kind'>> {
  const title = await findThreadTitle(id, userId, kysely)
  const { messages, count } = await createConversationsRepository(kysely).listUntil(id, until, maxMessages)
  return { title, sharedAt: until.toISOString(), messages: messages.map(toSharedMessage), messageCount: count }
}

/** The text and its evidence; steps, proposals and feedback stay private to the owner. */
function toSharedMessage({ role, content, createdAt, state, details }: StoredMessage): SharedMessage {
  return { role, content, timestamp: createdAt.toISOString(), state, citations: details?.citations ?? [] }
}
