import type { CheckedInput, Conversation } from '@auspex/contract'
import { notFound } from '../http/not-found.ts'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import type { StreamEvent } from '../streams/make-events.ts'
import { exampleItems } from './example-items.ts'
import { type Fields, isFields, valueAtPlace } from './request-fields.ts'
import { toInstant } from './stamps.ts'
import type { ResourceContext } from './task.ts'

/** A message that somebody sends. */
interface Message {
  served: ServedOperation
  input: CheckedInput
  caller: Caller
  conversation: Conversation
  run: { seed: number }
}

/** As many messages as a conversation shows. */
const mostMessages = 200

/** Ids of what a message begins. */
interface Ids {
  threadId: string
  questionId: string
  messageId: string
}

/** Sends a message that is answered by events: both texts are in the conversation afterwards. Throws a `Refusal` (404) for one that the caller does not have. */
export function streamMessage(
  context: ResourceContext,
  message: Message,
  events: readonly StreamEvent[],
): StreamEvent[] {
  const ids = idsOf(context, message)
  const content = events.map(({ data }) => (typeof data['delta'] === 'string' ? data['delta'] : '')).join('')
  const runId = events.map(({ data }) => data['runId']).find((id) => typeof id === 'string') ?? null
  keep(context, message, ids, { content, runId })
  const known = Object.entries(ids)
  return events.map((event) => ({
    ...event,
    data: { ...event.data, ...Object.fromEntries(known.filter(([name]) => Object.hasOwn(event.data, name))) },
  }))
}

/** Sends a message that is answered whole. Throws a `Refusal` (404) for a conversation that the caller does not have. */
export function answerMessage(context: ResourceContext, message: Message): unknown {
  const [body] = message.served.success.examples.values()
  if (!isFields(body)) return body
  const ids = idsOf(context, message)
  const shown = isFields(body['message']) ? body['message'] : {}
  const answer = {
    ...shown,
    id: ids.messageId,
    timestamp: toInstant(context.clock.now()),
    versions: onlyVersion(ids.messageId),
  }
  keep(context, message, ids, answer)
  return { ...body, threadId: ids.threadId, message: answer }
}

function idsOf(context: ResourceContext, { conversation, input, caller, run, served }: Message): Ids {
  const named = valueAtPlace(conversation.id, input)
  const collection = context.collections.get(conversation.collection)
  if (collection === undefined) throw new Error(`The contract has no collection ${conversation.collection}`)
  if (typeof named === 'string' && context.repositoryOf(collection, caller, 'user').find(named) === undefined)
    throw notFound(conversation.collection, served.source['x-not-found'])
  const stem = run.seed.toString(36).padStart(7, '0')
  return {
    threadId: typeof named === 'string' ? named : `th_${stem}`,
    questionId: `msg_q${stem}`,
    messageId: `msg_a${stem}`,
  }
}

/** Puts the question and its answer behind the messages that are there. */
function keep(
  context: ResourceContext,
  { conversation, input, caller }: Message,
  { threadId, questionId, messageId }: Ids,
  answer: Fields,
): void {
  const collection = context.collections.get(conversation.collection)
  if (collection === undefined) return
  const repository = context.repositoryOf(collection, caller, 'user')
  const example = structuredClone(exampleItems(collection)[0] ?? {})
  const shown = Array.isArray(example['messages']) ? example['messages'].filter(isFields) : []
  const now = toInstant(context.clock.now())
  const sent = valueAtPlace(conversation.text, input)
  const text = typeof sent === 'string' ? sent : ''
  const asked = isFields(input.body) ? input.body : {}
  const question = { ...shown[0], id: questionId, content: text, timestamp: now, versions: onlyVersion(questionId) }
  const plain = { citations: [], figures: [], followUps: [], approvals: [], understanding: null, trace: null }
  const reply = { ...shown[1], ...plain, ...answer, id: messageId, timestamp: now, versions: onlyVersion(messageId) }
  const before = repository.find(threadId)
  const own: unknown[] = Array.isArray(before?.['messages']) ? before['messages'] : []
  const messages = [...own, question, reply].slice(-mostMessages)
  const count = typeof before?.['messageCount'] === 'number' ? before['messageCount'] : own.length
  const changed = { messages, messageCount: count + 2, updatedAt: now }
  if (before !== undefined) repository.put(threadId, { ...before, ...changed })
  else {
    const begun = { title: text.slice(0, 80), isPinned: false, signalIds: asked['signalIds'] ?? [], createdAt: now }
    repository.add(threadId, { ...example, ...begun, ...changed, id: threadId })
  }
}

function onlyVersion(id: string): Fields {
  return { number: 1, ids: [id] }
}
