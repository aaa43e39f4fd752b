import type { AnalystRequest, AnalystTurn, SignalCollection } from '@auspex/analyst'
import type { CheckedInput, Conversation } from '@auspex/contract'
import type { Mention, ZeusMessage, ZeusQuery, ZeusRegeneration } from '@auspex/sdk/types'
import { codedRefusal, notFound } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { type Run, type RunAnswer, stopRun, type StreamEvent, textOf } from '../streams/runs.ts'
import type { OwnApi, WrittenAnswer } from '../zeus/write-answer.ts'
import { exampleItems } from './collections.ts'
import { type Fields, fieldsAt, isFields, valueAtPlace, toInstant } from './fields.ts'
import type { ResourceContext } from './task.ts'

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

/** What the operations of a conversation have in their bodies, as the contract's schemas check. */
type ZeusQuestion = Partial<ZeusQuery & ZeusRegeneration>

const maxMessages = 200
const maxTurns = 40

/** The conversation that a message belongs to, with the ids of what the message creates. */
interface Exchange {
  /** Unique to the answer. */
  stem: string
  threadId: string
  questionId: string
  messageId: string
  /** The answer to replace. */
  replaces: string | null
  /** The conversation as it is; undefined for a new one. */
  thread: Fields | undefined
  messages: Fields[]
}

/**
 * Sends a message with a streamed answer: the conversation then contains both texts. `example` has the events for a contract without signals. Throws a
 * `RefusalError` (404) for a conversation that the caller does not have.
 */
export async function streamMessage(
  context: ResourceContext,
  message: Message,
  example: () => readonly StreamEvent[],
): Promise<{ events: StreamEvent[]; answer: RunAnswer }> {
  const exchange = beginExchange(context, message)
  const written = await writeAnswer(context, message, exchange)
  const events =
    written === null
      ? example().map((event) => ({ ...event, data: { ...event.data, ...knownIds(exchange, event.data) } }))
      : eventsOf(written, exchange, toInstant(context.clock.now()))
  const { runId } = events[0]?.data ?? {}
  appendMessages(context, message, exchange, { ...(written?.message ?? { content: textOf(events) }), runId })
  const { threadId, messageId } = exchange
  return { events, answer: { collection: message.conversation.collection, threadId, messageId } }
}

/** Sends a message with a complete answer. Throws a `RefusalError` (404) for a conversation that the caller does not have. */
export async function answerMessage(context: ResourceContext, message: Message): Promise<unknown> {
  const [body] = message.served.success.examples.values()
  if (!isFields(body)) return body
  const exchange = beginExchange(context, message)
  const written = await writeAnswer(context, message, exchange)
  const answer = {
    ...(isFields(body['message']) ? body['message'] : {}),
    ...(written !== null && { ...written.message, runId: `run_${exchange.stem}` }),
    id: exchange.messageId,
    timestamp: toInstant(context.clock.now()),
    versions: onlyVersion(exchange.messageId),
  }
  appendMessages(context, message, exchange, answer)
  return { ...body, threadId: exchange.threadId, message: answer }
}

/** Whether the conversation of a run still exists. */
export function hasConversation(
  context: ResourceContext,
  { run: { answer }, caller }: { run: { answer: Run['answer'] }; caller: Caller },
): boolean {
  return threadsOf(context, answer.collection, caller).find(answer.threadId) !== undefined
}

/** Stops a run and returns its text, which stays in the conversation as a partial answer. */
export function stopMessage(context: ResourceContext, { run, caller }: { run: Run; caller: Caller }): unknown {
  const wasWriting = run.isWriting
  const outcome = stopRun(run)
  const { collection, threadId, messageId } = run.answer
  const threads = threadsOf(context, collection, caller)
  const thread = threads.find(threadId)
  const messages = fieldsAt(thread?.['messages']).map((message) =>
    wasWriting && message['id'] === messageId ? { ...message, content: textOf(run.events), state: 'partial' } : message,
  )
  if (thread !== undefined) threads.put(threadId, { ...thread, messages })
  return { runId: run.id, threadId, outcome, message: messages.find(({ id }) => id === messageId) ?? null }
}

function threadsOf(context: ResourceContext, name: string, caller: Caller) {
  const collection = context.collections.get(name)
  if (collection === undefined) throw new Error(`The contract has no collection ${name}`)
  return context.repositoryOf(collection, caller, 'user')
}

function beginExchange(context: ResourceContext, { conversation, input, caller, run, served }: Message): Exchange {
  const { collection, id, replaces } = conversation
  const named = valueAtPlace(id, input)
  const threads = threadsOf(context, collection, caller)
  const thread = typeof named === 'string' ? threads.find(named) : undefined
  if (typeof named === 'string' && thread === undefined) throw notFound(collection, served.source['x-not-found'])
  const stem = run.seed.toString(36).padStart(7, '0')
  const messages = fieldsAt(thread?.['messages'])
  const replaced = replaces === undefined ? null : String(valueAtPlace(replaces.message, input))
  const at = messages.findIndex((message) => message['id'] === replaced)
  if (replaces !== undefined && at === -1) throw notFound(collection, replaces.missing)
  if (replaces !== undefined && messages[at]?.['role'] !== 'assistant') throw codedRefusal(409, replaces.other)
  const question = messages[at - 1]?.['id'] // the question of a rewritten answer; the first message has none before it
  const questionId = typeof question === 'string' ? question : `msg_q${stem}`
  const threadId = typeof named === 'string' ? named : `th_${stem}`
  return { stem, threadId, questionId, messageId: `msg_a${stem}`, replaces: replaced, thread, messages }
}

function knownIds({ threadId, questionId, messageId, replaces }: Exchange, data: Fields): Fields {
  const ids = Object.entries({ threadId, questionId, messageId, replaces })
  return Object.fromEntries(ids.filter(([name]) => Object.hasOwn(data, name)))
}

/** The events of a run, from its start to its end. */
function eventsOf({ events, message }: WrittenAnswer, exchange: Exchange, at: string): StreamEvent[] {
  const { stem, threadId, questionId, messageId, replaces } = exchange
  const runId = `run_${stem}`
  const { content, citations, trace } = message
  const usage = { model: null, inputTokens: null, outputTokens: null, costUsd: null, durationMs: 0 }
  const end = { outcome: 'completed', notice: null, textLength: content.length, citations: citations.length }
  const all: readonly ({ type: string } & Fields)[] = [
    { type: 'run-start', threadId, questionId, messageId, replaces, model: null, startedAt: at },
    ...events,
    { type: 'usage', ...usage, toolCalls: trace?.tools.length ?? 0 },
    { type: 'run-end', ...end, endedAt: at },
  ]
  return all.map(({ type, ...data }, index) => ({
    id: `${runId}.${index + 1}`,
    event: type,
    data: { type, runId, sequence: index + 1, ...data },
  }))
}

/** The answer of the analyst; null where the mock has only examples: for a contract without signals, and in a browser, which cannot unpack the analyst's model of questions. */
async function writeAnswer(
  context: ResourceContext,
  { input, api, authorization }: Message,
  exchange: Exchange,
): Promise<WrittenAnswer | null> {
  const operations = new Set(context.contract.contract.operations.map(({ id }) => id))
  if (!operations.has('topicQuery') || !operations.has('getSignalReport') || !('process' in globalThis)) return null
  // on first use, because its model of questions is larger than the rest of the mock
  const analyst = await import('../zeus/write-answer.ts')
  const request = toRequest(context, isFields(input.body) ? input.body : {}, exchange)
  return analyst.writeAnswer({ request, api, authorization, now: context.clock.now(), stem: exchange.stem })
}

function toRequest(context: ResourceContext, body: ZeusQuestion, exchange: Exchange): AnalystRequest {
  const { threadId, questionId, replaces, messages } = exchange
  const { signalIds = [], mentions = [], selectedMessages = [], readables = [], frontendActions = [] } = body
  const at = messages.findIndex(({ id }) => id === questionId)
  const question = replaces === null ? body.message : messages[at]?.['content']
  const mentioned = mentions.flatMap(({ kind, id }) => (kind === 'signal' ? [id] : []))
  return {
    message: typeof question === 'string' ? question : '',
    instruction: body.instruction ?? null,
    reading: body.reading ?? null,
    history: (replaces === null ? messages : messages.slice(0, at))
      .slice(-maxTurns)
      .map((each) => toTurn(context, each)),
    signalIds: [...new Set([...mentioned, ...signalIds])],
    threadId,
    selectedMessages,
    readables,
    actions: frontendActions,
    collections: mentions.flatMap((mention) => toSignals(context, mention)),
    today: toInstant(context.clock.now()).slice(0, 10),
  }
}

/** An earlier message. What its answer was about is read from what the person saw of it. */
function toTurn({ signals }: ResourceContext, message: Fields): AnalystTurn {
  const { role = 'user', content = '', understanding, citations = [] } = message as Partial<ZeusMessage> // as `appendMessages` writes it
  if (understanding == null) return { role, content, understanding: null, citations }
  const topics = understanding.signalIds.flatMap((signalId) => {
    const query = signals.queryOf(signalId)?.echo.title
    return query === undefined ? [] : [{ query, signalId }]
  })
  return { role, content, understanding: { ...understanding, topics, unread: understanding.notUnderstood }, citations }
}

/** A mentioned portfolio or the like, with the signals in it. */
function toSignals({ store }: ResourceContext, { kind, id }: Mention): SignalCollection[] {
  const [row] = store.names().flatMap((name) => store.find(name, id) ?? [])
  if (kind === 'signal' || row === undefined) return []
  const title = row.item['displayTitle'] ?? row.item['title']
  const signalIds = [...new Set(JSON.stringify(row.item).match(/\bsig_[a-z0-9]+/g))]
  return [{ kind, title: typeof title === 'string' ? title : '', signalIds }]
}

/** Appends the question and its answer to the messages. */
function appendMessages(
  context: ResourceContext,
  { conversation, input, caller }: Message,
  { threadId, questionId, messageId, replaces, thread, messages: own }: Exchange,
  answer: Fields,
): void {
  const threads = threadsOf(context, conversation.collection, caller)
  const collection = context.collections.get(conversation.collection)
  const example = structuredClone(collection === undefined ? {} : (exampleItems(collection)[0] ?? {}))
  const [shownQuestion, shownReply] = fieldsAt(example['messages'])
  const now = toInstant(context.clock.now())
  const sent = conversation.text === undefined ? null : valueAtPlace(conversation.text, input)
  const content = typeof sent === 'string' ? sent : ''
  const question = { ...shownQuestion, id: questionId, content, timestamp: now, versions: onlyVersion(questionId) }
  const plain = { citations: [], figures: [], followUps: [], approvals: [], understanding: null, trace: null }
  const stamps = { id: messageId, timestamp: now, versions: onlyVersion(messageId) }
  const reply: Fields = { ...shownReply, ...plain, ...answer, ...stamps }
  const at = own.findIndex(({ id }) => id === replaces)
  // a rewritten answer replaces the old one and all messages after it, and adds a version to the previous ones
  const { ids = [] } = (own[at]?.['versions'] ?? {}) as { ids?: unknown[] } // as `onlyVersion` writes it
  const versions = { number: ids.length + 1, ids: [...ids, messageId] }
  const all = at === -1 ? [...own, question, reply] : [...own.slice(0, at), { ...reply, versions }]
  const count = typeof thread?.['messageCount'] === 'number' ? thread['messageCount'] : own.length
  const changed = { messages: all.slice(-maxMessages), messageCount: count + all.length - own.length, updatedAt: now }
  if (thread !== undefined) threads.put(threadId, { ...thread, ...changed })
  else {
    const signalIds = isFields(input.body) ? (input.body['signalIds'] ?? []) : []
    const begun = { title: content.slice(0, 80), isPinned: false, signalIds, createdAt: now }
    threads.add(threadId, { ...example, ...begun, ...changed, id: threadId })
  }
}

function onlyVersion(id: string): Fields {
  return { number: 1, ids: [id] }
}
