import { randomBytes } from 'node:crypto'
import type { Mention } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Tables } from '../../adapters/database/database.port.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { createMessagesRepository, positionKey } from './messages.repository.ts'
import { createRunsRepository } from './runs.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import {
  messageNotFound,
  answerExpected,
  notOwnMessage,
  runIsActive,
  threadNotFound,
  tooManyVersions,
} from './zeus.errors.ts'
import { maxVersions, type StoredMessage, type StoredRun, type StoredThread } from './zeus.types.ts'

/** A new question, or an answer that is to be regenerated. */
export type RunRequest =
  | {
      kind: 'question'
      threadId: string | null
      message: string
      edits: string | null
      signalIds: readonly string[]
      mentions: readonly Mention[]
    }
  | { kind: 'regeneration'; threadId: string; messageId: string; signalIds: readonly string[] }

export interface BeginOptions {
  request: RunRequest
  userId: string
  model: string | null
  fingerprint: Buffer
  now: Date
  createId: CreateId
}

/** Stores the question and opens the run in one transaction, so that neither exists without the other. */
export async function beginRun(trx: Kysely<Tables>, options: BeginOptions): Promise<StoredRun> {
  const { request, userId, model, fingerprint, now, createId } = options
  const threads = createThreadsRepository(trx)
  const thread = await openThread(threads, options)
  const runs = createRunsRepository(trx)
  if ((await runs.findWriting([thread.id])).size > 0) throw runIsActive()

  const runPosition =
    request.kind === 'question'
      ? { question: await addQuestion(trx, thread, { ...options, request }), replaces: null }
      : await findAnswer(trx, thread, request.messageId)
  const run: StoredRun = {
    id: createId('run'),
    threadId: thread.id,
    userId,
    questionId: runPosition.question.id,
    messageId: createId('msg'),
    replaces: runPosition.replaces,
    fingerprint,
    approvalKey: randomBytes(32),
    state: 'running',
    model,
    startedAt: now,
    endedAt: null,
    aliveAt: now,
    readAt: null,
  }
  await runs.insert(run)
  const signalIds = [...new Set([...request.signalIds, ...thread.signalIds])].slice(0, 50)
  await threads.update({ ...thread, signalIds, updatedAt: now })
  return run
}

/** The thread of the request, locked, or a new one. */
async function openThread(
  threads: ReturnType<typeof createThreadsRepository>,
  { request, userId, now, createId }: BeginOptions,
): Promise<StoredThread> {
  if (request.threadId !== null) {
    const storedThread = await threads.lock(request.threadId, userId)
    if (storedThread === null) throw threadNotFound()
    return storedThread
  }
  const thread: StoredThread = {
    id: createId('th'),
    userId,
    title: toTitle(request.kind === 'question' ? request.message : ''),
    isNamed: false,
    isPinned: false,
    signalIds: [],
    createdAt: now,
    updatedAt: now,
  }
  await threads.insert(thread)
  return thread
}

/** The first line of a message, cut at a word boundary. */
export function toTitle(message: string): string {
  const line = message.trim().split('\n', 1)[0]?.trim() ?? ''
  if (line.length <= 80) return line === '' ? 'New conversation' : line
  const cut = line.slice(0, 80)
  return `${cut.slice(0, Math.max(40, cut.lastIndexOf(' '))).trimEnd()}…`
}

async function addQuestion(
  trx: Kysely<Tables>,
  thread: StoredThread,
  { request, now, createId }: BeginOptions & { request: Extract<RunRequest, { kind: 'question' }> },
): Promise<StoredMessage> {
  const messages = createMessagesRepository(trx)
  const edited = request.edits === null ? null : await findEdited(trx, thread, request.edits)
  const parentId =
    edited === null
      ? ((await createConversationsRepository(trx).listSelected([thread.id], 1)).messages.at(-1)?.id ?? null)
      : edited.parentId
  const question: StoredMessage = {
    id: createId('msg'),
    threadId: thread.id,
    parentId,
    role: 'user',
    content: request.message,
    state: 'complete',
    runId: null,
    isSelected: true,
    details: null,
    // an edit changes the words but keeps the mentions
    mentions: edited !== null && request.mentions.length === 0 ? edited.mentions : [...request.mentions],
    rating: null,
    createdAt: await messages.nextTime(thread.id, now),
  }
  await messages.insert(question)
  return question
}

/** The message being edited: its new version has the same parent. */
async function findEdited(trx: Kysely<Tables>, thread: StoredThread, id: string): Promise<StoredMessage> {
  const message = await findIn(trx, thread, id)
  if (message.role !== 'user') throw notOwnMessage()
  return message
}

async function findAnswer(
  trx: Kysely<Tables>,
  thread: StoredThread,
  id: string,
): Promise<{ question: { id: string }; replaces: string }> {
  const message = await findIn(trx, thread, id)
  if (message.role !== 'assistant' || message.parentId === null) throw answerExpected()
  return { question: { id: message.parentId }, replaces: message.id }
}

/** A message of the thread that may get another version. */
async function findIn(trx: Kysely<Tables>, thread: StoredThread, id: string): Promise<StoredMessage> {
  const messages = createMessagesRepository(trx)
  const message = await messages.find(id, thread.userId)
  if (message === null || message.threadId !== thread.id) throw messageNotFound()
  const versions = await messages.listVersions([message])
  if ((versions.get(positionKey(message)) ?? []).length >= maxVersions) throw tooManyVersions()
  return message
}
