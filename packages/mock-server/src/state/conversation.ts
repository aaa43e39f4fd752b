import type { CheckedInput, Conversation } from '@auspex/contract'
import { type Fields, isFields, valueAtPlace } from './request-fields.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import type { StreamEvent } from '../streams/make-events.ts'
import { type Run, type RunAnswer, stopRun, textOf } from '../streams/runs.ts'
import { messageAbout } from './about-question.ts'
import { exampleItems } from './example-items.ts'
import { toInstant } from './stamps.ts'
import type { ResourceContext } from './task.ts'

/** Longer texts are not topics. */
const maxTopicLength = 80
const quotation = /["“«]([^"”»]+)["”»]/u
const introduction = /\b(?:about|for|of|on|to|with|compare|brief me on)\s+(?:the\s+)?(?=[\p{L}\p{N}])([^?.!,;:]+)/giu
/** "Why are heat pumps growing?": the words between "is" or the like and the verb. */
const subject =
  /^(?:why|how|where|when|is|are|do|does|did|has|have|will)(?:\s+(?:is|are|do|does|did|has|have|will))?\s+(?:the\s+)?([\p{L}\p{N}][\p{L}\p{N} '’-]*?)\s+(?:still\s+|really\s+)?(?:(?:grow|chang|mov|ris|fall|declin|slow|spread|do|go|get|becom)\w*)(?!\p{L})/iu
/** What follows a topic: days, a second topic, or what happened to it. */
const behind =
  /\s+(?:in|since|during|over|between|from|until|before|after|this|last|today|now|and|or|with|against|versus|vs|chang\w*|mov\w*|ris\w*|fall\w*|develop\w*|compared)(?!\p{L}).*$/isu
/** Words that refer to something mentioned before. */
const pointing = /^(?:it|its|that|they|them|this|these|those|he|she|us|me|we|you|i|there|anything|tone|.* tone)$/iu

/**
 * The topic of a question: the words in quotation marks, else those after "about", "of" and the like, else the
 * subject of "why are … growing". Null when it names none. There are few rules on purpose: a mock that understood more than the
 * server would hide the server's limits.
 */
export function topicOfQuestion(question: string): string | null {
  const found =
    quotation.exec(question)?.[1] ??
    [...question.matchAll(introduction)].at(0)?.[1]?.replace(behind, '') ??
    subject.exec(question.trim())?.[1]
  const topic = found?.trim().replaceAll(/\s+/gu, ' ') ?? ''
  return topic === '' || topic.length > maxTopicLength || pointing.test(topic) ? null : topic
}

/** The topic of a message, or else that of the latest earlier message with one. */
function topicOfMessage(
  { text, replaces }: Conversation,
  { input, messages }: { input: CheckedInput; messages: readonly Fields[] },
): string | null {
  const sent = text === undefined ? null : valueAtPlace(text, input)
  const replaced = replaces === undefined ? undefined : valueAtPlace(replaces.message, input)
  const at = messages.findIndex(({ id }) => replaced !== undefined && id === replaced)
  const earlier = (at === -1 ? messages : messages.slice(0, at)).filter(({ role }) => role === 'user')
  for (const question of [sent, ...earlier.map(({ content }) => content).toReversed()]) {
    const topic = typeof question === 'string' ? topicOfQuestion(question) : null
    if (topic !== null) return topic
  }
  return null
}

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
}

/** The maximum number of messages in a conversation. */
const maxMessages = 200

/** Ids of what a message creates. */
interface Ids {
  threadId: string
  questionId: string
  messageId: string
  /** The answer to replace. */
  replaces: string | null
}

/** Sends a message with a streamed answer: the conversation then contains both texts. Throws a `Refusal` (404) for a conversation that the caller does not have. */
export function streamMessage(
  context: ResourceContext,
  message: Message,
  events: readonly StreamEvent[],
): { events: StreamEvent[]; answer: RunAnswer } {
  const ids = idsOf(context, message)
  const runId = events.map(({ data }) => data['runId']).find((id) => typeof id === 'string') ?? null
  appendMessages(context, message, ids, { content: textOf(events), runId })
  const known = Object.entries(ids)
  const { threadId, messageId } = ids
  return {
    events: events.map((event) => ({
      ...event,
      data: { ...event.data, ...Object.fromEntries(known.filter(([name]) => Object.hasOwn(event.data, name))) },
    })),
    answer: { collection: message.conversation.collection, threadId, messageId },
  }
}

/** Whether the conversation of a run still exists. */
export function hasConversation(
  context: ResourceContext,
  { run: { answer }, caller }: { run: { answer: Run['answer'] }; caller: Caller },
): boolean {
  return threadOf(context, { answer, caller }).item !== undefined
}

/** Stops a run and returns its text, which stays in the conversation as a partial answer. */
export function stopMessage(context: ResourceContext, { run, caller }: { run: Run; caller: Caller }): unknown {
  const wasWriting = run.isWriting
  const outcome = stopRun(run)
  const { threadId, messageId } = run.answer
  const { item, repository } = threadOf(context, { answer: run.answer, caller })
  const messages = messagesOf(item).map((message) =>
    wasWriting && message['id'] === messageId ? { ...message, content: textOf(run.events), state: 'partial' } : message,
  )
  if (item !== undefined) repository?.put(threadId, { ...item, messages })
  return { runId: run.id, threadId, outcome, message: messages.find(({ id }) => id === messageId) ?? null }
}

function threadOf(context: ResourceContext, { answer, caller }: { answer: RunAnswer; caller: Caller }) {
  const collection = context.collections.get(answer.collection)
  const repository = collection === undefined ? undefined : context.repositoryOf(collection, caller, 'user')
  return { item: repository?.find(answer.threadId), repository }
}

/** Sends a message with a complete answer. Throws a `Refusal` (404) for a conversation that the caller does not have. */
export function answerMessage(context: ResourceContext, message: Message): unknown {
  const [body] = message.served.success.examples.values()
  if (!isFields(body)) return body
  const ids = idsOf(context, message)
  const shown = isFields(body['message']) ? body['message'] : {}
  const about = questionOf(context, message)
  const answer = {
    ...(about === null ? shown : messageAbout(shown, about)),
    id: ids.messageId,
    timestamp: toInstant(context.clock.now()),
    versions: onlyVersion(ids.messageId),
  }
  appendMessages(context, message, ids, answer)
  return { ...body, threadId: ids.threadId, message: answer }
}

/** The topic of the message, if it has one, and the topic of the examples. */
export function questionOf(
  context: ResourceContext,
  { conversation, input, caller }: Omit<Message, 'run' | 'served'>,
): { shown: string; topic: string } | null {
  const { shown } = conversation
  const collection = context.collections.get(conversation.collection)
  if (shown === undefined || collection === undefined) return null
  const id = valueAtPlace(conversation.id, input)
  const thread = typeof id === 'string' ? context.repositoryOf(collection, caller, 'user').find(id) : undefined
  const topic = topicOfMessage(conversation, { input, messages: messagesOf(thread) })
  return topic === null ? null : { shown, topic }
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
