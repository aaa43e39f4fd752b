import type { MessageRating, ZeusMessage, ZeusThread } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Tables } from '../../adapters/database/database.port.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../kernel/page.ts'
import { endBrokenRunsIn } from './broken-runs.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { createMessagesRepository } from './messages.repository.ts'
import { presentMessages, presentThreads } from './present-thread.ts'
import { createRunsRepository } from './runs.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { messageNotFound, runIsActive, threadNotFound } from './zeus.errors.ts'
import type { Person, RunDependencies } from './zeus.ports.ts'
import type { StoredMessage, StoredThread } from './zeus.types.ts'

/** Maximum number of messages of one conversation, the latest ones. */
const maxMessages = 200

export interface ThreadFilter {
  id: string | null
  searchTerm: string | null
  /** How many of its latest messages to include with each thread. */
  messages?: number | undefined
}

export async function listThreads(
  { messages: messageLimit = maxMessages, page, ...filter }: ThreadFilter & { page: PageRequest },
  { userId }: Person,
  deps: RunDependencies,
): Promise<{ items: ZeusThread[]; page: PageInfo }> {
  const { items, total } = await createThreadsRepository(deps.database.kysely).list(userId, filter, page)
  return { items: await present(items, messageLimit, deps), page: toPageInfo(page, total) }
}

/** Renames or pins a thread. Throws `zeus.thread_not_found`. */
export async function updateThread(
  { id, title, isPinned }: { id: string; title?: string | undefined; isPinned?: boolean | undefined },
  person: Person,
  deps: RunDependencies,
): Promise<ZeusThread> {
  await deps.database.kysely.transaction().execute(async (trx) => {
    const threads = createThreadsRepository(trx)
    const thread = await threads.lock(id, person.userId)
    if (thread === null) throw threadNotFound()
    await threads.update({
      ...thread,
      title: title?.trim() ?? thread.title,
      isNamed: thread.isNamed || title !== undefined,
      isPinned: isPinned ?? thread.isPinned,
    })
  })
  return readThread(id, person, deps)
}

/** Throws `zeus.thread_not_found` and `zeus.run_active`. */
export async function deleteThread(id: string, person: Person, deps: RunDependencies): Promise<void> {
  await changeQuietThread({ id, change: (trx) => createThreadsRepository(trx).remove(id) }, person, deps)
  await deps.whenThreadDeleted(id)
}

/** Shows another version of a message. Throws `zeus.message_not_found` and `zeus.run_active`. */
export async function selectMessage(messageId: string, person: Person, deps: RunDependencies): Promise<ZeusThread> {
  const message = await findMessage(messageId, person, deps)
  const select = (trx: Kysely<Tables>) => createMessagesRepository(trx).select(message)
  await changeQuietThread({ id: message.threadId, change: select }, person, deps)
  return readThread(message.threadId, person, deps)
}

/** Throws `zeus.message_not_found`, also for a question. */
export async function rateMessage(
  { id, rating, comment }: { id: string; rating: MessageRating; comment: string | null },
  person: Person,
  deps: RunDependencies,
): Promise<ZeusMessage> {
  const message = await findMessage(id, person, deps)
  if (message.role !== 'assistant') throw messageNotFound()
  await createMessagesRepository(deps.database.kysely).rate(id, { rating, comment })
  return readMessage(id, person, deps)
}

export async function readMessage(id: string, person: Person, deps: RunDependencies): Promise<ZeusMessage> {
  const stored = await findMessage(id, person, deps)
  const [message] = await presentMessages(deps.database, [stored], deps.clock.now())
  if (message === undefined) throw messageNotFound()
  return message
}

/** The first of these messages that exists. Throws `zeus.message_not_found`. */
export async function readFirstMessage(
  ids: readonly (string | null)[],
  person: Person,
  deps: RunDependencies,
): Promise<ZeusMessage> {
  const messages = createMessagesRepository(deps.database.kysely)
  for (const id of ids)
    if (id !== null && (await messages.find(id, person.userId)) !== null) return readMessage(id, person, deps)
  throw messageNotFound()
}

/** The selected messages of a thread. Throws `zeus.thread_not_found`. */
export async function listConversation(
  id: string,
  { userId }: Person,
  deps: RunDependencies,
): Promise<StoredMessage[]> {
  const { kysely } = deps.database
  if ((await createThreadsRepository(kysely).find(id, userId)) === null) throw threadNotFound()
  await endBrokenRunsIn([id], deps)
  return (await createConversationsRepository(kysely).listSelected([id], maxMessages)).messages
}

async function findMessage(id: string, { userId }: Person, { database }: RunDependencies): Promise<StoredMessage> {
  const message = await createMessagesRepository(database.kysely).find(id, userId)
  if (message === null) throw messageNotFound()
  return message
}

async function readThread(id: string, { userId }: Person, deps: RunDependencies): Promise<ZeusThread> {
  const stored = await createThreadsRepository(deps.database.kysely).find(id, userId)
  const [thread] = stored === null ? [] : await present([stored], maxMessages, deps)
  if (thread === undefined) throw threadNotFound()
  return thread
}

async function present(
  stored: readonly StoredThread[],
  messages: number,
  deps: RunDependencies,
): Promise<ZeusThread[]> {
  await endBrokenRunsIn(
    stored.map(({ id }) => id),
    deps,
  )
  return presentThreads(deps.database, stored, { messages, now: deps.clock.now() })
}

/** Changes a thread that no run is writing to. Throws `zeus.thread_not_found` and `zeus.run_active`. */
async function changeQuietThread(
  { id, change }: { id: string; change: (trx: Kysely<Tables>) => Promise<void> },
  { userId }: Person,
  deps: RunDependencies,
): Promise<void> {
  await endBrokenRunsIn([id], deps)
  await deps.database.kysely.transaction().execute(async (trx) => {
    if ((await createThreadsRepository(trx).lock(id, userId)) === null) throw threadNotFound()
    if ((await createRunsRepository(trx).findWriting([id])).size > 0) throw runIsActive()
    await change(trx)
  })
}
