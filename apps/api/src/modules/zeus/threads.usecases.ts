import type { MessageRating, ZeusMessage, ZeusThread } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Tables } from '../../adapters/database/database.port.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../kernel/page.ts'
import { createMessagesRepository } from './messages.repository.ts'
import { presentMessages, presentThreads } from './present-thread.ts'
import type { RunUsecases } from './runs.usecases.ts'
import { createRunsRepository } from './runs.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { messageNotFound, runIsActive, threadNotFound } from './zeus.errors.ts'
import type { ZeusDependencies } from './zeus.ports.ts'
import type { StoredMessage, StoredThread } from './zeus.types.ts'

export interface ThreadFilter {
  id: string | null
  searchTerm: string | null
  /** How many of its latest messages to include with each thread. */
  messages: number
}

export type ThreadUsecases = ReturnType<typeof createThreadUsecases>

/** Use cases of conversations other than asking. */
export function createThreadUsecases(
  { database, clock, whenThreadDeleted }: ZeusDependencies,
  { broken }: RunUsecases,
) {
  const threads = createThreadsRepository(database.kysely)
  const messages = createMessagesRepository(database.kysely)

  const transact = <T>(work: (trx: Kysely<Tables>) => Promise<T>) => database.kysely.transaction().execute(work)

  async function present(stored: readonly StoredThread[], maxMessages: number): Promise<ZeusThread[]> {
    await broken.settle(stored.map(({ id }) => id))
    return presentThreads(database, stored, { messages: maxMessages, now: clock.now() })
  }

  async function presentOne(id: string, userId: string): Promise<ZeusThread> {
    const stored = await threads.find(id, userId)
    const [thread] = stored === null ? [] : await present([stored], 200)
    if (thread === undefined) throw threadNotFound()
    return thread
  }

  /** Changes a thread that no run is writing to. Throws `zeus.thread_not_found` and `zeus.run_active`. */
  async function changeQuiet(
    id: string,
    userId: string,
    change: (trx: Kysely<Tables>) => Promise<void>,
  ): Promise<void> {
    await broken.settle([id])
    await transact(async (trx) => {
      if ((await createThreadsRepository(trx).lock(id, userId)) === null) throw threadNotFound()
      if ((await createRunsRepository(trx).findWriting([id])).size > 0) throw runIsActive()
      await change(trx)
    })
  }

  async function findMessage(id: string, userId: string): Promise<StoredMessage> {
    const message = await messages.find(id, userId)
    if (message === null) throw messageNotFound()
    return message
  }

  return {
    async list(
      userId: string,
      { messages: most, ...filter }: ThreadFilter,
      page: PageRequest,
    ): Promise<{ items: ZeusThread[]; page: PageInfo }> {
      const { items, total } = await threads.list(userId, filter, page)
      return { items: await present(items, most), page: toPageInfo(page, total) }
    },

    async update(id: string, change: { title?: string; isPinned?: boolean }, userId: string): Promise<ZeusThread> {
      await transact(async (trx) => {
        const thread = await createThreadsRepository(trx).lock(id, userId)
        if (thread === null) throw threadNotFound()
        await createThreadsRepository(trx).update({
          ...thread,
          title: change.title?.trim() ?? thread.title,
          isNamed: thread.isNamed || change.title !== undefined,
          isPinned: change.isPinned ?? thread.isPinned,
        })
      })
      return presentOne(id, userId)
    },

    async remove(id: string, userId: string): Promise<void> {
      await changeQuiet(id, userId, (trx) => createThreadsRepository(trx).remove(id))
      await whenThreadDeleted(id)
    },

    async select(messageId: string, userId: string): Promise<ZeusThread> {
      const message = await findMessage(messageId, userId)
      await changeQuiet(message.threadId, userId, (trx) => createMessagesRepository(trx).select(message))
      return presentOne(message.threadId, userId)
    },

    async rate(
      messageId: string,
      rating: { rating: MessageRating; comment: string | null },
      userId: string,
    ): Promise<ZeusMessage> {
      const message = await findMessage(messageId, userId)
      if (message.role !== 'assistant') throw messageNotFound()
      await messages.rate(messageId, rating)
      return this.readMessage(messageId, userId)
    },

    /** The first of these messages that exists. Throws `zeus.message_not_found`. */
    async firstOf(ids: readonly (string | null)[], userId: string): Promise<string> {
      for (const id of ids) if (id !== null && (await messages.find(id, userId)) !== null) return id
      throw messageNotFound()
    },

    async readMessage(id: string, userId: string): Promise<ZeusMessage> {
      const [message] = await presentMessages(database, [await findMessage(id, userId)], clock.now())
      if (message === undefined) throw messageNotFound()
      return message
    },

    /** The selected conversation. Throws `zeus.thread_not_found`. */
    async readPath(id: string, userId: string): Promise<StoredMessage[]> {
      if ((await threads.find(id, userId)) === null) throw threadNotFound()
      await broken.settle([id])
      return (await messages.listSelected([id], 200)).messages
    },
  }
}
