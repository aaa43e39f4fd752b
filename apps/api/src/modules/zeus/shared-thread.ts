import type { SharedMessage, SharedThread } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { threadNotFound } from './zeus.errors.ts'
import type { StoredMessage } from './zeus.types.ts'

/** Maximum number of messages shown through a share link, the latest ones. */
const maxMessages = 200

export type SharedThreads = ReturnType<typeof createSharedThreads>

/** Conversations as other modules read them. Every function takes the owner's id. */
export function createSharedThreads({ kysely }: Database) {
  const threads = createThreadsRepository(kysely)

  async function findTitle(id: string, userId: string): Promise<string> {
    const thread = await threads.find(id, userId)
    if (thread === null) throw threadNotFound()
    return thread.title
  }

  return {
    /** Whether the thread belongs to the person. */
    has: async (id: string, userId: string): Promise<boolean> => (await threads.find(id, userId)) !== null,

    /** Throws `zeus.thread_not_found`. */
    findTitle,

    /** The conversation up to a point in time. Throws `zeus.thread_not_found`. */
    async readUntil(id: string, userId: string, until: Date): Promise<Omit<SharedThread, 'kind'>> {
      const title = await findTitle(id, userId)
      const { messages, count } = await createConversationsRepository(kysely).listUntil(id, until, maxMessages)
      return {
        title,
        sharedAt: until.toISOString(),
        messages: messages.map(toSharedMessage),
        messageCount: count,
      }
    },

    /** The given threads that belong to the person. */
    listOwn: (ids: readonly string[], userId: string): Promise<string[]> => threads.listOwn(ids, userId),
  }
}

/** The text and its evidence; steps, proposals and feedback stay private to the owner. */
function toSharedMessage({ role, content, createdAt, state, details }: StoredMessage): SharedMessage {
  return { role, content, timestamp: createdAt.toISOString(), state, citations: details?.citations ?? [] }
}
