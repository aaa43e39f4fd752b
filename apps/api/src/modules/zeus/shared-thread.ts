import type { SharedMessage, SharedThread } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import { createMessagesRepository } from './messages.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { threadNotFound } from './zeus.errors.ts'
import type { StoredMessage } from './zeus.types.ts'

/** Messages that a reader of a link is shown, the latest ones. */
const mostMessages = 200

export type SharedThreads = ReturnType<typeof createSharedThreads>

/** Conversations as others read them. Every function names the person whose they are. */
export function createSharedThreads({ kysely }: Pick<Database, 'kysely'>) {
  const threads = createThreadsRepository(kysely)

  async function findTitle(id: string, userId: string): Promise<string> {
    const thread = await threads.find(id, userId)
    if (thread === null) throw threadNotFound()
    return thread.title
  }

  return {
    /** Throws `zeus.thread_not_found`. */
    findTitle,

    /** The conversation as it was said up to a moment. Throws `zeus.thread_not_found`. */
    async readUntil(id: string, userId: string, until: Date): Promise<Omit<SharedThread, 'kind'>> {
      const title = await findTitle(id, userId)
      const { messages, count } = await createMessagesRepository(kysely).listUntil(id, until, mostMessages)
      return {
        title,
        sharedAt: until.toISOString(),
        messages: messages.map(toSharedMessage),
        messageCount: count,
      }
    },

    /** Those of the threads that are the person's. */
    listOwn: (ids: readonly string[], userId: string): Promise<string[]> => threads.listOwn(ids, userId),
  }
}

/** What was said and what it stands on; how it came about, what was proposed and what its person thought of it is theirs. */
function toSharedMessage({ role, content, createdAt, state, details }: StoredMessage): SharedMessage {
  return { role, content, timestamp: createdAt.toISOString(), state, citations: details?.citations ?? [] }
}
