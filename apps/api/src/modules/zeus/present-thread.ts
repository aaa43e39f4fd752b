import type { Approval, ZeusMessage, ZeusThread } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import { createApprovalsRepository, type StoredApproval } from './approvals.repository.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { createMessagesRepository, positionKey } from './messages.repository.ts'
import { createRunsRepository } from './runs.repository.ts'
import type { StoredMessage, StoredThread } from './zeus.types.ts'

/** Maps threads with their latest messages to the contract. */
export async function presentThreads(
  database: Database,
  threads: readonly StoredThread[],
  { messages: maxMessages, now }: { messages: number; now: Date },
): Promise<ZeusThread[]> {
  const ids = threads.map(({ id }) => id)
  const { messages, counts } = await createConversationsRepository(database.kysely).listSelected(ids, maxMessages)
  const [presented, writing] = await Promise.all([
    presentMessages(database, messages, now),
    createRunsRepository(database.kysely).findWriting(ids),
  ])
  return threads.map((thread) => {
    const run = writing.get(thread.id)
    return {
      id: thread.id,
      title: thread.title,
      isPinned: thread.isPinned,
      signalIds: thread.signalIds,
      messages: presented.filter((_message, index) => messages[index]?.threadId === thread.id),
      messageCount: counts.get(thread.id) ?? 0,
      activeRun:
        run === undefined
          ? null
          : {
              runId: run.id,
              questionId: run.questionId,
              messageId: run.messageId,
              startedAt: run.startedAt.toISOString(),
            },
      createdAt: thread.createdAt.toISOString(),
      updatedAt: thread.updatedAt.toISOString(),
    }
  })
}

/** The messages in the same order, each with its versions and the state of its proposals. */
export async function presentMessages(
  { kysely }: Database,
  messages: readonly StoredMessage[],
  now: Date,
): Promise<ZeusMessage[]> {
  if (messages.length === 0) return []
  const answers = messages.flatMap(({ id, role }) => (role === 'assistant' ? [id] : []))
  const [versions, approvals] = await Promise.all([
    createMessagesRepository(kysely).listVersions(messages),
    createApprovalsRepository(kysely).listOf(answers),
  ])
  return messages.map((message) => {
    const ids = (versions.get(positionKey(message)) ?? [message.id]).slice(0, 50)
    const { details } = message
    return {
      id: message.id,
      role: message.role,
      content: message.content,
      timestamp: message.createdAt.toISOString(),
      state: message.state,
      runId: message.runId,
      citations: details?.citations ?? [],
      versions: { number: Math.max(1, ids.indexOf(message.id) + 1), ids },
      // answers of earlier versions have no reading and no plan
      understanding: details?.understanding
        ? { ...details.understanding, reading: details.understanding.reading ?? null }
        : null,
      figures: details?.figures ?? [],
      followUps: details?.followUps ?? [],
      approvals: approvals
        .filter(({ messageId }) => messageId === message.id)
        .map((each) => presentApproval(each, now)),
      trace: details ? { ...details.trace, plan: details.trace.plan ?? [] } : null,
      rating: message.rating,
    }
  })
}

/** Maps a proposal to the contract; one that was not decided in time has expired. */
export function presentApproval({ approval, state, expiresAt }: StoredApproval, now: Date): Approval {
  if (state === 'deciding') return { ...approval, state: 'pending' }
  return { ...approval, state: state === 'pending' && now >= expiresAt ? 'expired' : state }
}
