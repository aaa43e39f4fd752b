import type { AnalystRequest, AnalystTurn, SignalCollection } from '@auspex/analyst'
import type { CheckedInput, Conversation } from '@auspex/contract'
import type { Mention, ZeusMessage, ZeusQuery, ZeusRegeneration } from '@auspex/sdk/types'
import type { OwnApi, WrittenAnswer } from '../zeus/write-answer.ts'
import { type Fields, isFields, valueAtPlace } from './fields.ts'
import { notFound, Refusal } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { type StreamEvent, type Run, type RunAnswer, stopRun, textOf } from '../streams/runs.ts'
import { exampleItems } from './collections.ts'
import { toInstant } from './stamps.ts'
import type { ResourceContext } from './task.ts'

/** The messages of a conversation, or none. */
function messagesOf(thread: Fields | undefined): Fields[] {
  const messages: unknown = thread?.['messages']
  return Array.isArray(messages) ? messages.filter(isFields) : []
}

/** A message from a user. */
interface Message {
  served: ServedOperation
  input: CheckedInput
  caller: Caller
  conversation: Conversation
  run: { seed: number }
  /** The operations with which an answer is found, and the token for them. */
  api: OwnApi
  authorization: string
}

/** The maximum number of messages in a conversation. */
const maxMessages = 200

/** Ids of what a message creates. */
interface Ids {
  /** Unique to the answer. */
  stem: string
  threadId: string
  questionId: string
  messageId: string
  /** The answer to replace. */
  replaces: string | null
}

/**
 * Sends a message with a streamed answer: the conversation then contains both texts. `example` has the events for a contract without signals. Throws a
 * `Refusal` (404) for a conversation that the caller does not have.
 */
export async function streamMessage(
  context: ResourceContext,
  message: Message,
  example: () => readonly StreamEvent[],
): Promise<{ events: StreamEvent[]; answer: RunAnswer }> {
  const ids = idsOf(context, message)
  const written = await writeAnswer(context, message, ids)
  const events =
    written === null
      ? example().map((event) => ({ ...event, data: { ...event.data, ...pickKnown(ids, event.data) } }))
      : eventsOf(written, ids, toInstant(context.clock.now()))
  const { runId } = events[0]?.data ?? {}
  appendMessages(context, message, ids, { ...(written?.message ?? { content: textOf(events) }), runId })
  const { threadId, messageId } = ids
  return { events, answer: { collection: message.conversation.collection, threadId, messageId } }
}

function pickKnown(ids: Ids, data: Fields): Fields {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => Object.hasOwn(data, name)))
}

/** The events of a run, from its start to its end. */
function eventsOf({ events, message }: WrittenAnswer, { stem, ...ids }: Ids, at: string): StreamEvent[] {
  const runId = `run_${stem}`
  const { content, citations, trace } = message
  const usage = { model: null, inputTokens: null, outputTokens: null, costUsd: null, durationMs: 0 }
  const all: readonly ({ type: string } & Fields)[] = [
    { type: 'run-start', ...ids, model: null, startedAt: at },
    ...events,
    { type: 'usage', ...usage, toolCalls: trace?.tools.length ?? 0 },
    {
      type: 'run-end',
      outcome: 'completed',
      notice: null,
      textLength: content.length,
      citations: citations.length,
      endedAt: at,
    },
  ]
  return all.map(({ type, ...data }, index) => ({
    id: `${runId}.${index + 1}`,
    event: type,
    data: { type, runId, sequence: index + 1, ...data },
  }))
}

/** The answer of the analyst; null where the mock has only examples: for a contract without signals, and in a browser, which cannot unpack the analyst's model of questions. */
async function writeAnswer(context: ResourceContext, message: Message, ids: Ids): Promise<WrittenAnswer | null> {
  const operations = new Set(context.contract.contract.operations.map(({ id }) => id))
  if (!operations.has('topicQuery') || !operations.has('getSignalReport') || !('process' in globalThis)) return null
  // on first use, because its model of questions is larger than the rest of the mock
  const analyst = await import('../zeus/write-answer.ts')
  const { api, authorization } = message
  const now = context.clock.now()
  return analyst.writeAnswer({ request: toRequest(context, message, ids), api, authorization, now, stem: ids.stem })
}

function toRequest(
  context: ResourceContext,
  message: Message,
  { threadId, questionId, replaces }: Ids,
): AnalystRequest {
  const { input, caller, conversation } = message
  const body: ZeusQuestion = isFields(input.body) ? input.body : {}
  const { signalIds = [], mentions = [], selectedMessages = [], readables = [], frontendActions = [] } = body
  const messages = messagesOf(threadOf(context, { collection: conversation.collection, threadId, caller }).item)
  const before =
    replaces === null
      ? messages
      : messages.slice(
          0,
          messages.findIndex(({ id }) => id === questionId),
        )
  const question = replaces === null ? body.message : messages.find(({ id }) => id === questionId)?.['content']
  return {
    message: typeof question === 'string' ? question : '',
    instruction: body.instruction ?? null,
    reading: body.reading ?? null,
    history: before.slice(-maxTurns).map((each) => toTurn(context, each)),
    signalIds: [...new Set([...mentions.flatMap(({ kind, id }) => (kind === 'signal' ? [id] : [])), ...signalIds])],
    threadId,
    selectedMessages,
    readables,
    actions: frontendActions,
    collections: mentions.flatMap((mention) => toSignals(context, mention)),
    today: toInstant(context.clock.now()).slice(0, 10),
  }
}

/** What the operations of a conversation have in their bodies, as the contract's schemas check. */
type ZeusQuestion = Partial<ZeusQuery & ZeusRegeneration>

const maxTurns = 40

/** An earlier message. What its answer was about is read from what the person saw of it. */
function toTurn({ signals }: ResourceContext, message: Fields): AnalystTurn {
  const { role, content, understanding: shown, citations } = message as Partial<ZeusMessage> // as `appendMessages` writes it
  const understanding = shown && {
    ...shown,
    topics: shown.signalIds.flatMap((signalId) => {
      const query = signals.queryOf(signalId)?.echo.title
      return query === undefined ? [] : [{ query, signalId }]
    }),
    unread: shown.notUnderstood,
  }
  return {
    role: role ?? 'user',
    content: content ?? '',
    understanding: understanding ?? null,
    citations: citations ?? [],
  }
}

/** A mentioned portfolio or the like, with the signals in it. */
function toSignals({ store }: ResourceContext, { kind, id }: Mention): SignalCollection[] {
  const [row] = store.names().flatMap((name) => store.find(name, id) ?? [])
  if (kind === 'signal' || row === undefined) return []
  const { item } = row
  const title = item['displayTitle'] ?? item['title']
  return [
    {
      kind,
      title: typeof title === 'string' ? title : '',
      signalIds: [...new Set(JSON.stringify(item).match(/\bsig_[a-z0-9]+/g))],
    },
  ]
}

/** Whether the conversation of a run still exists. */
export function hasConversation(
  context: ResourceContext,
  { run: { answer }, caller }: { run: { answer: Run['answer'] }; caller: Caller },
): boolean {
  return threadOf(context, { ...answer, caller }).item !== undefined
}

/** Stops a run and returns its text, which stays in the conversation as a partial answer. */
export function stopMessage(context: ResourceContext, { run, caller }: { run: Run; caller: Caller }): unknown {
  const wasWriting = run.isWriting
  const outcome = stopRun(run)
  const { threadId, messageId } = run.answer
  const { item, repository } = threadOf(context, { ...run.answer, caller })
  const messages = messagesOf(item).map((message) =>
    wasWriting && message['id'] === messageId ? { ...message, content: textOf(run.events), state: 'partial' } : message,
  )
  if (item !== undefined) repository?.put(threadId, { ...item, messages })
  return { runId: run.id, threadId, outcome, message: messages.find(({ id }) => id === messageId) ?? null }
}

function threadOf(
  context: ResourceContext,
  { collection: name, threadId, caller }: Omit<RunAnswer, 'messageId'> & { caller: Caller },
) {
  const collection = context.collections.get(name)
  const repository = collection === undefined ? undefined : context.repositoryOf(collection, caller, 'user')
  return { item: repository?.find(threadId), repository }
}

/** Sends a message with a complete answer. Throws a `Refusal` (404) for a conversation that the caller does not have. */
export async function answerMessage(context: ResourceContext, message: Message): Promise<unknown> {
  const [body] = message.served.success.examples.values()
  if (!isFields(body)) return body
  const ids = idsOf(context, message)
  const written = await writeAnswer(context, message, ids)
  const answer = {
    ...(isFields(body['message']) ? body['message'] : {}),
    ...(written !== null && { ...written.message, runId: `run_${ids.stem}` }),
    id: ids.messageId,
    timestamp: toInstant(context.clock.now()),
    versions: onlyVersion(ids.messageId),
  }
  appendMessages(context, message, ids, answer)
  return { ...body, threadId: ids.threadId, message: answer }
}

function idsOf(context: ResourceContext, { conversation, input, caller, run, served }: Message): Ids {
  const named = valueAtPlace(conversation.id, input)
  const collection = context.collections.get(conversation.collection)
  if (collection === undefined) throw new Error(`The contract has no collection ${conversation.collection}`)
  if (typeof named === 'string' && context.repositoryOf(collection, caller, 'user').find(named) === undefined)
    throw notFound(conversation.collection, served.source['x-not-found'])
  const stem = run.seed.toString(36).padStart(7, '0')
  const threadId = typeof named === 'string' ? named : `th_${stem}`
  const { replaces } = conversation
  const replaced = replaces === undefined ? null : String(valueAtPlace(replaces.message, input))
  const messages = messagesOf(context.repositoryOf(collection, caller, 'user').find(threadId))
  const at = messages.findIndex(({ id }) => id === replaced)
  if (replaces !== undefined && at === -1) throw notFound(conversation.collection, replaces.missing)
  if (replaces !== undefined && messages[at]?.['role'] !== 'assistant')
    throw new Refusal({ status: 409, code: replaces.other })
  const question = messages[at - 1]?.['id'] // the question of a rewritten answer; the first message has none before it
  return {
    stem,
    threadId,
    questionId: typeof question === 'string' ? question : `msg_q${stem}`,
    messageId: `msg_a${stem}`,
    replaces: replaced,
  }
}

/** Appends the question and its answer to the messages. */
function appendMessages(
  context: ResourceContext,
  { conversation, input, caller }: Message,
  { threadId, questionId, messageId, replaces }: Ids,
  answer: Fields,
): void {
  const collection = context.collections.get(conversation.collection)
  if (collection === undefined) return
  const repository = context.repositoryOf(collection, caller, 'user')
  const example = structuredClone(exampleItems(collection)[0] ?? {})
  const shown = Array.isArray(example['messages']) ? example['messages'].filter(isFields) : []
  const now = toInstant(context.clock.now())
  const sent = conversation.text === undefined ? null : valueAtPlace(conversation.text, input)
  const text = typeof sent === 'string' ? sent : ''
  const requested = isFields(input.body) ? input.body : {}
  const question = { ...shown[0], id: questionId, content: text, timestamp: now, versions: onlyVersion(questionId) }
  const plain = { citations: [], figures: [], followUps: [], approvals: [], understanding: null, trace: null }
  const reply = { ...shown[1], ...plain, ...answer, id: messageId, timestamp: now, versions: onlyVersion(messageId) }
  const before = repository.find(threadId)
  const own = messagesOf(before)
  const at = own.findIndex(({ id }) => id === replaces)
  // a rewritten answer replaces the old one and all messages after it
  const later =
    at === -1
      ? [...own, question, reply]
      : [...own.slice(0, at), { ...reply, versions: nextVersion(own[at], messageId) }]
  const messages = later.slice(-maxMessages)
  const count = typeof before?.['messageCount'] === 'number' ? before['messageCount'] : own.length
  const changed = { messages, messageCount: count + later.length - own.length, updatedAt: now }
  if (before !== undefined) repository.put(threadId, { ...before, ...changed })
  else {
    const begun = { title: text.slice(0, 80), isPinned: false, signalIds: requested['signalIds'] ?? [], createdAt: now }
    repository.add(threadId, { ...example, ...begun, ...changed, id: threadId })
  }
}

/** A rewritten answer adds a version to the previous ones. */
function nextVersion(old: Fields | undefined, id: string): Fields {
  const { ids = [] } = (isFields(old?.['versions']) ? old['versions'] : {}) as { ids?: unknown[] } // as `onlyVersion` writes it
  return { number: ids.length + 1, ids: [...ids, id] }
}

function onlyVersion(id: string): Fields {
  return { number: 1, ids: [id] }
}
