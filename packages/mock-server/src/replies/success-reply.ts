import {
  type CallerRules,
  type CheckedInput,
  type Conversation,
  eventStreamType,
  jsonType,
  type Topic,
} from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { answerFile } from '../files/uploads.ts'
import { seedOf } from '../generate/generator.ts'
import type { MockReply, MockRequest, Preference } from '../http/messages.ts'
import { codedRefusal, notFound, RefusalError } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { answerMessage, hasConversation, stopMessage, streamMessage } from '../state/conversation.ts'
import {
  applyOverlay,
  type Fields,
  fieldsAt,
  fieldsOfInput,
  isFields,
  valueAt,
  valueAtPlace,
  withValueAt,
} from '../state/fields.ts'
import { type Resources } from '../state/resources.ts'
import { ownItemId, type ResourceContext } from '../state/task.ts'
import { readSharedItem, withToken, sendTestNotification } from '../state/links-and-notifications.ts'
import { topicOf, withTopic } from '../state/topic.ts'
import {
  makeEvents,
  placeAfter,
  type Run,
  runOf,
  type Runs,
  sendEvents,
  type SendOptions,
  type StreamEvent,
  writeRun,
} from '../streams/runs.ts'
import { worldAnswers } from '../world/answers.ts'
import type { OwnApi } from '../zeus/write-answer.ts'
import { isEchoed, withEchoes } from './echo.ts'
import type { IdempotencyCache } from './idempotency-cache.ts'
import type { ServedContract, ServedOperation } from './served-contract.ts'
import { isJson, type Success } from './success.ts'

/** The current state of the mock, as needed to answer requests. */
export interface Serving {
  contract: ServedContract
  resources: Resources
  idempotencyCache: IdempotencyCache
  runs: Runs
  api: OwnApi
  person: Omit<Caller, 'roles'>
  seed: number
  events: { delayMs: number; wait: SendOptions['wait'] }
  /** The serialized bodies of reports, which are read more often than they change. */
  texts: WeakMap<object, string>
}

/** A request that passed every check. */
export interface AcceptedRequest {
  served: ServedOperation
  request: MockRequest
  input: CheckedInput
  caller: Caller
  preference: Preference
  requestId: string
}

/** Answers with the success of an operation: stored items, a stream, an example or seeded values. Throws a `RefusalError`. */
export async function replyWithSuccess(serving: Serving, accepted: AcceptedRequest): Promise<MockReply> {
  const { served, request, input, caller, preference } = accepted
  const isDynamic = preference.dynamic === true
  if (served.operation.events !== null) return stream(serving, accepted, isDynamic)
  const success = served.successFor(request.headers['accept'])
  const isChosen = preference.example !== null || preference.dynamic !== null
  const shared = isChosen ? null : sharedItem(serving, accepted)
  if (shared !== null && served.operation.id !== 'getSharedImage') return reply(success, shared)
  if (!isChosen) {
    if (shared === null) serving.resources.requireAnswerable(served, input, caller)
    const { 'x-file': rules } = served.source
    const file = rules === undefined ? null : answerFile(serving.resources.context, { served, input, caller, rules })
    if (file !== null) return file
    const body = await stateBody(serving, accepted, success)
    if (body !== null) return reply(success, body, serving.texts)
  }
  return success.mediaType === null
    ? { status: success.status, headers: { ...success.headers }, body: null }
    : replyWithText(success, bodyText(serving, { accepted, success, isDynamic }))
}

/** The body from the state of the mock; null for an operation without state. */
async function stateBody(serving: Serving, accepted: AcceptedRequest, success: Success): Promise<unknown> {
  const { served, input, caller, requestId } = accepted
  const { id, resource } = served.operation
  const { context } = serving.resources
  if (resource !== null) {
    const body = fit(serving, accepted, serving.resources.answer({ served, input, caller, requestId }))
    return id === 'createShareLink' ? withToken(body) : body
  }
  const { 'x-conversation': conversation, 'x-stops': stops } = served.source
  if (conversation !== undefined)
    return answerMessage(context, {
      ...messageOf(serving, accepted, conversation),
      run: beginRun(serving, accepted),
    })
  if (id === 'sendMonitorTestNotification') return sendTestNotification(context, String(fieldsOfInput(input)['id']))
  // what the world says, unless an operation of another contract only has the same name
  const measured = worldAnswers[id]?.(fieldsOfInput(input), context.signals) ?? null
  if (isFields(measured)) {
    if (!serving.texts.has(measured) && (success.check?.(measured) ?? []).length === 0)
      serving.texts.set(measured, JSON.stringify(measured))
    if (serving.texts.has(measured)) return measured
  }
  const runId = stops === undefined ? null : valueAtPlace(stops, input)
  const run = typeof runId === 'string' ? serving.runs.find(runId, caller) : null
  return run === null ? null : stopMessage(context, { run, caller })
}

/** What the share link of a request leads to; null for operations without one. */
function sharedItem({ resources: { context } }: Serving, { served, input, caller }: AcceptedRequest): Fields | null {
  const { id, path } = served.operation
  const { token } = fieldsOfInput(input)
  return context.collections.has('shareLinks') &&
    id !== 'getSharedEmbed' &&
    path.startsWith('/sharedItems/{token}') &&
    typeof token === 'string'
    ? readSharedItem(context, token, id === 'getSharedItemForMembers' ? caller : null)
    : null
}

function bodyText(
  serving: Serving,
  { accepted, success, isDynamic }: { accepted: AcceptedRequest; success: Success; isDynamic: boolean },
): string {
  const { preference, request, input } = accepted
  const { example } = preference
  const { examples } = success
  if (example !== null && !examples.has(example))
    throw new RefusalError({
      status: 422,
      code: 'mock.no_such_reply',
      title: `There is no example ${example}`,
      detail: `The contract has ${[...examples.keys()].join(', ')}.`,
    })
  if (example !== null) return success.textOf(example)
  // an example may be named by a path parameter, such as a section of a report
  const named = Object.values(input.path as Fields).find((value) => typeof value === 'string' && examples.has(value))
  const name = typeof named === 'string' ? named : [...examples.keys()][0]
  const isShown = name !== undefined && !isDynamic
  const body = isShown ? examples.get(name) : success.draw(createRandom(requestSeed(serving, request, input)), 0)
  if (!isJson(success.mediaType)) return isShown ? success.textOf(name) : String(body)
  const fitting = fit(serving, accepted, body)
  return isShown && fitting === body ? success.textOf(name) : JSON.stringify(fitting)
}

/** The body for this caller and this question; the same object when nothing changes. */
function fit({ resources: { context } }: Serving, { served, input, caller }: AcceptedRequest, body: unknown): unknown {
  const { 'x-topic': topic, 'x-caller': rules } = served.source
  const echoed = isEchoed(body, served.echoes, input) ? body : withEchoes(body, served.echoes, input)
  const words = topic === undefined ? null : topicOf(context, topic, input)
  const adapted = topic === undefined || words === null ? echoed : aboutTopic(echoed, { topic, words, served })
  return rules === undefined ? adapted : withCaller(adapted, rules, { served, caller, context })
}

/** A body about the given words instead of those of the examples, unless they exceed a limit of the contract. */
function aboutTopic(
  body: unknown,
  { topic, words, served }: { topic: Topic; words: string; served: ServedOperation },
): unknown {
  const adapted = withTopic(body, topic.shown, words)
  if (adapted === body) return body
  const faults = served.success.check?.(adapted) ?? []
  const mended = faults.reduce<unknown>(
    (value, { instancePath }) => withValueAt(value, instancePath, valueAt(body, instancePath)),
    adapted,
  )
  return faults.length === 0 || (served.success.check?.(mended) ?? []).length === 0 ? mended : body
}

/** A reply about the caller: facts of the directory, and items that each caller has of their own, replace those of the example. */
function withCaller(
  body: unknown,
  rules: CallerRules,
  { served, caller, context }: { served: ServedOperation; caller: Caller; context: ResourceContext },
): unknown {
  const shown = Object.entries(rules.places).find(([, fact]) => fact === 'modules')
  const modules = shown === undefined ? [] : fieldsAt(valueAt(body, shown[0]))
  const facts = context.directory.factsOf(caller, modules)
  const adapted = Object.entries(rules.places).map(([place, fact]): [string, unknown] => [place, facts[fact]])
  const own = Object.entries(rules.items ?? {}).map(([place, collection]): [string, unknown] => [
    place,
    context.store.find(collection, ownItemId(caller))?.item,
  ])
  const overlay = [...adapted, ...own.filter(([, item]) => item !== undefined)]
  return applyOverlay(body, overlay, served.success.check)
}

/** Equal requests have equal seeds. */
function requestSeed({ seed }: Serving, { method, target }: MockRequest, { body }: CheckedInput): number {
  return seedOf(seed, method, target, JSON.stringify(body, withoutBytes) ?? '')
}

/** A file is hashed by its length: serializing its bytes takes longer than the whole reply. */
function withoutBytes(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? value.byteLength : value
}

async function stream(serving: Serving, accepted: AcceptedRequest, isDynamic: boolean): Promise<MockReply> {
  const { served, request, input, caller, preference } = accepted
  const last = request.headers['last-event-id']
  const known = findRun(serving, accepted, last)
  if (known === null && preference.dynamic === null) serving.resources.requireAnswerable(served, input, caller)
  const run = known ?? (await beginStream(serving, accepted, isDynamic))
  const from = placeAfter(run.events, last)
  if (from === null) throw notFound('runs')
  const options = { ...serving.events, signal: request.signal }
  return {
    status: served.success.status,
    headers: { ...served.success.headers, 'content-type': `${eventStreamType}; charset=utf-8` },
    body: isBegun(run) && known === null ? writeRun(run, options) : sendEvents(run, { ...options, from }),
  }
}

/** The run that a request continues: that of the last received event, or the one in its path. */
function findRun(
  { runs, resources: { context } }: Serving,
  { input, caller }: AcceptedRequest,
  lastEventId: string | undefined,
): Run | null {
  const { runId } = fieldsOfInput(input)
  const followed = lastEventId === undefined ? null : runOf(lastEventId)
  const id = typeof runId === 'string' ? runId : followed
  const run = id === null ? null : runs.find(id, caller)
  return run !== null && hasConversation(context, { run, caller }) ? run : null
}

/** Whether the stream can be resumed later. */
function isBegun(run: Run | { events: readonly StreamEvent[] }): run is Run {
  return 'answer' in run
}

async function beginStream(
  serving: Serving,
  accepted: AcceptedRequest,
  isDynamic: boolean,
): Promise<Run | { events: readonly StreamEvent[] }> {
  const { served, request, input, caller } = accepted
  const fields: Fields = isFields(input.body) ? input.body : {}
  const { 'x-conversation': conversation } = served.source
  const seed = requestSeed(serving, request, input)
  if (conversation === undefined || isDynamic)
    return { events: makeEvents(serving.contract, served, { seed, fields, isDynamic }) }
  const threadId = valueAtPlace(conversation.id, input)
  if (conversation.busy !== undefined && typeof threadId === 'string' && serving.runs.isWritingTo(threadId))
    throw codedRefusal(409, conversation.busy)
  const begun = beginRun(serving, accepted)
  const { events, answer } = await streamMessage(
    serving.resources.context,
    { ...messageOf(serving, accepted, conversation), run: begun },
    () => makeEvents(serving.contract, served, { seed: begun.seed, fields, isDynamic }),
  )
  const run: Run = { id: runOf(events[0]?.id ?? ''), caller, answer, events, sent: 0, isWriting: false }
  serving.runs.add(run)
  return run
}

function messageOf({ api }: Serving, { served, input, caller, request }: AcceptedRequest, conversation: Conversation) {
  return { served, input, caller, conversation, api, authorization: request.headers['authorization'] ?? '' }
}

/** Each message starts a new run, even with the same text. */
function beginRun(serving: Serving, { request, input }: AcceptedRequest): { seed: number } {
  return { seed: seedOf(requestSeed(serving, request, input), String(serving.runs.next())) }
}

function reply(success: Success, body: unknown, texts?: WeakMap<object, string>): MockReply {
  const { status, headers, mediaType } = success
  if (mediaType === null) return { status, headers: { ...headers }, body: null }
  return replyWithText(success, (isFields(body) ? texts?.get(body) : undefined) ?? JSON.stringify(body))
}

function replyWithText({ status, headers, mediaType }: Success, body: string): MockReply {
  const isText = mediaType === jsonType || mediaType?.startsWith('text/') === true
  const type = isText ? `${mediaType}; charset=utf-8` : String(mediaType)
  return { status, headers: { ...headers, 'content-type': type }, body }
}
