import {
  type CallerRules,
  type CheckedInput,
  type Conversation,
  eventStreamType,
  jsonType,
  type Topic,
} from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import {
  applyOverlay,
  valueAt,
  withValueAt,
  type Fields,
  isFields,
  valueAtPlace,
  fieldsOfInput,
} from '../state/fields.ts'
import { ownItemId, type ResourceContext } from '../state/task.ts'
import type { ServedOperation } from './served-contract.ts'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import { answerFile } from '../files/uploads.ts'
import type { MockReply, MockRequest, Preference } from '../http/messages.ts'
import { notFound, Refusal } from '../http/problem.ts'
import { makeEvents, runOf, type StreamEvent, placeAfter, sendEvents, writeRun, type Run } from '../streams/runs.ts'
import { answerMessage, hasConversation, stopMessage, streamMessage } from '../state/conversation.ts'
import { readSharedItem, withToken } from '../state/share-links.ts'
import { sendTestNotification } from '../state/test-notification.ts'
import { topicOf, withTopic } from '../state/topic.ts'
import { worldAnswers } from '../world/answers.ts'
import { isEchoed, withEchoes } from './echo.ts'
import type { Serving } from './serving.ts'
import { isJson, type Success } from './success.ts'

/** A reply about the caller: facts of the directory, and items that each caller has of their own, replace those of the example. */
function withCaller(
  body: unknown,
  rules: CallerRules,
  { served, caller, context }: { served: ServedOperation; caller: Caller; context: ResourceContext },
): unknown {
  const shown = Object.entries(rules.places).find(([, fact]) => fact === 'modules')
  const modules: unknown = shown === undefined ? [] : valueAt(body, shown[0])
  const facts = context.directory.factsOf(caller, Array.isArray(modules) ? modules : [])
  const own = Object.entries(rules.items ?? {}).flatMap(([place, collection]): [string, unknown][] => {
    const stored = context.store.find(collection, ownItemId(caller))?.item
    return stored === undefined ? [] : [[place, stored]]
  })
  const adapted = Object.entries(rules.places).map(([place, fact]): [string, unknown] => [place, facts[fact]])
  return applyOverlay(body, [...adapted, ...own], served.success.check)
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

/** Answers with the success of an operation: stored items, a stream, an example or seeded values. Throws a `Refusal`. */
export async function replyWithSuccess(serving: Serving, accepted: AcceptedRequest): Promise<MockReply> {
  const { served, request, input, caller, preference, requestId } = accepted
  const { operation } = served
  const isDynamic = preference.dynamic ?? serving.bodies === 'generated'
  if (operation.events !== null) return stream(serving, accepted, isDynamic)
  const success = served.successFor(request.headers['accept'])
  if (success.mediaType === null) return reply(success, null)
  const wantsState = preference.example === null && preference.dynamic === null
  const shared = wantsState ? sharedItem(serving, accepted) : null
  if (shared !== null && operation.id !== 'getSharedImage') return reply(success, JSON.stringify(shared))
  if (wantsState && shared === null) serving.resources.requireAnswerable(served, input, caller)
  if (!wantsState) return reply(success, bodyText(serving, { accepted, success, isDynamic }))
  const { 'x-file': rules } = served.source
  const file = rules === undefined ? null : answerFile(serving.resources.context, { served, input, caller, rules })
  if (file !== null) return file
  if (operation.resource !== null) {
    const body = fit(serving, accepted, serving.resources.answer({ served, input, caller, requestId }))
    return reply(success, JSON.stringify(operation.id === 'createShareLink' ? withToken(body) : body))
  }
  const { 'x-conversation': conversation } = served.source
  if (conversation !== undefined) {
    const answer = await answerMessage(serving.resources.context, {
      ...messageOf(serving, accepted, conversation),
      run: beginRun(serving, accepted),
    })
    return reply(success, JSON.stringify(answer))
  }
  const { id } = input.path as Fields // an object of parameters, checked by checkRequest
  const sent =
    operation.id === 'sendMonitorTestNotification'
      ? await sendTestNotification(serving.resources.context, String(id))
      : null
  if (sent !== null) return reply(success, JSON.stringify(sent))
  const measured = measuredAnswer(serving, accepted, success)
  if (measured !== null) return reply(success, JSON.stringify(measured))
  const stopped = stoppedRun(serving, accepted)
  if (stopped !== null) return reply(success, JSON.stringify(stopped))
  return reply(success, bodyText(serving, { accepted, success, isDynamic }))
}

/** What the world says; null for other operations, and for those of another contract that only have the same name. */
function measuredAnswer({ resources: { context } }: Serving, { served, input }: AcceptedRequest, success: Success) {
  const answer = worldAnswers[served.operation.id]?.(fieldsOfInput(input), context.signals) ?? null
  return answer === null || (success.check?.(answer) ?? []).length > 0 ? null : answer
}

/** What the share link of a request leads to; null for operations without one. */
function sharedItem({ resources: { context } }: Serving, { served, input, caller }: AcceptedRequest): Fields | null {
  const { id, path } = served.operation
  const { token } = input.path as Fields // an object of parameters, checked by checkRequest
  return context.collections.has('shareLinks') && path.startsWith('/sharedItems/{token}') && typeof token === 'string'
    ? readSharedItem(context, token, id === 'getSharedItemForMembers' ? caller : null)
    : null
}

/** The final state of the run that the request stops; null when it stops no known run. */
function stoppedRun({ runs, resources: { context } }: Serving, { served, input, caller }: AcceptedRequest): unknown {
  const place = served.source['x-stops']
  const id = place === undefined ? null : valueAtPlace(place, input)
  const run = typeof id === 'string' ? runs.find(id, caller) : null
  return run === null ? null : stopMessage(context, { run, caller })
}

function bodyText(
  serving: Serving,
  { accepted, success, isDynamic }: { accepted: AcceptedRequest; success: Success; isDynamic: boolean },
): string {
  const { preference, request } = accepted
  if (preference.example !== null) {
    if (success.examples.has(preference.example)) return success.textOf(preference.example)
    throw noSuchReply(`There is no example ${preference.example}`, [...success.examples.keys()])
  }
  const [first] = success.examples.keys()
  const { input } = accepted
  if (first !== undefined && !isDynamic) {
    const name = exampleNamedBy(input, success) ?? first
    const body = success.examples.get(name)
    const fitting = isJson(success.mediaType) ? fit(serving, accepted, body) : body
    return fitting === body ? success.textOf(name) : JSON.stringify(fitting)
  }
  const drawn = success.draw(createRandom(requestSeed(serving, request, input)), 0)
  return isJson(success.mediaType) ? JSON.stringify(fit(serving, accepted, drawn)) : String(drawn)
}

/** The body for this caller and this question; the same object when nothing changes. */
function fit({ resources: { context } }: Serving, { served, input, caller }: AcceptedRequest, body: unknown): unknown {
  const { 'x-topic': topic, 'x-caller': rules } = served.source
  const echoed = isEchoed(body, served.echoes, input) ? body : withEchoes(body, served.echoes, input)
  const words = topic === undefined ? null : topicOf(context.store, topic, input)
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

/** The example named by a path parameter, such as a section of a report. */
function exampleNamedBy({ path }: CheckedInput, { examples }: Success): string | undefined {
  const values: unknown[] = Object.values(path as Fields) // an object of parameters, checked by checkRequest
  return values.find((value): value is string => typeof value === 'string' && examples.has(value))
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
  const { runId } = input.path as Fields // an object of parameters, checked by checkRequest
  const id = typeof runId === 'string' ? runId : lastEventId === undefined ? null : runOf(lastEventId)
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
    throw new Refusal({ status: 409, code: conversation.busy })
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

function reply({ status, headers, mediaType }: Success, body: string | null): MockReply {
  if (mediaType === null) return { status, headers: { ...headers }, body: null }
  const type = mediaType === jsonType || mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
  return { status, headers: { ...headers, 'content-type': type }, body }
}

function noSuchReply(title: string, known: readonly string[]): Refusal {
  return new Refusal({
    status: 422,
    code: 'mock.no_such_reply',
    title,
    detail: `The contract has ${known.join(', ')}.`,
  })
}
