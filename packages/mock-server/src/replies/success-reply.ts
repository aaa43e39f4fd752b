import { type CheckedInput, eventStreamType, jsonType } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { seedOf } from '../generate/seed-of.ts'
import type { MockReply, MockRequest } from '../http/messages.ts'
import { notFound } from '../http/not-found.ts'
import type { Preference } from '../http/prefer.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../identity/caller.ts'
import { type Fields, isFields } from '../state/request-fields.ts'
import { makeEvents } from '../streams/make-events.ts'
import { eventsAfter, sendEvents } from '../streams/send-events.ts'
import { isEchoed, withEchoes } from './echo.ts'
import type { ServedOperation } from './served-contract.ts'
import type { Serving } from './serving.ts'
import { isJson, type Success } from './success.ts'

/** A request that nothing was found to refuse for. */
export interface AcceptedRequest {
  served: ServedOperation
  request: MockRequest
  input: CheckedInput
  caller: Caller
  preference: Preference
}

/** Answers the success of an operation: what is stored, a stream, an example or seeded values. Throws a `Refusal`. */
export function replyWithSuccess(serving: Serving, accepted: AcceptedRequest): MockReply {
  const { served, request, input, caller, preference } = accepted
  const { operation } = served
  const isDynamic = preference.dynamic ?? serving.bodies === 'generated'
  if (operation.events !== null) return stream(serving, accepted, isDynamic)
  const success = served.successFor(request.headers['accept'])
  if (success.mediaType === null) return reply(success, null)
  const wantsState = preference.example === null && preference.dynamic === null
  if (wantsState) serving.resources.requireKnown(served, input)
  if (operation.resource !== null && wantsState)
    return reply(success, JSON.stringify(serving.resources.answer(served, input, caller)))
  return reply(success, bodyText(serving, { accepted, success, isDynamic }))
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
  const { served, input } = accepted
  if (first !== undefined && !isDynamic) {
    const name = exampleNamedBy(input, success) ?? first
    const body = success.examples.get(name)
    return isEchoed(body, served.echoes, input)
      ? success.textOf(name)
      : JSON.stringify(withEchoes(body, served.echoes, input))
  }
  const drawn = success.draw(createRandom(requestSeed(serving, request, input)), 0)
  return isJson(success.mediaType) ? JSON.stringify(withEchoes(drawn, served.echoes, input)) : String(drawn)
}

/** An example that is called what the request asks for in its path, as a section of a report. */
function exampleNamedBy({ path }: CheckedInput, { examples }: Success): string | undefined {
  const values: unknown[] = Object.values(path as Fields) // an object of parameters, by checkRequest
  return values.find((value): value is string => typeof value === 'string' && examples.has(value))
}

/** Equal requests have equal seeds. */
function requestSeed({ seed }: Serving, { method, target }: MockRequest, { body }: CheckedInput): number {
  return seedOf(seed, method, target, JSON.stringify(body, withoutBytes) ?? '')
}

/** A file counts by its length: writing its bytes as text takes longer than the whole reply. */
function withoutBytes(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? value.byteLength : value
}

function stream(serving: Serving, { served, request, input }: AcceptedRequest, isDynamic: boolean): MockReply {
  const fields: Fields = isFields(input.body) ? input.body : {}
  const seed = requestSeed(serving, request, input)
  const events = makeEvents(serving.contract, served, { seed, fields, isDynamic })
  const left = eventsAfter(events, request.headers['last-event-id'])
  if (left === null) throw notFound('runs')
  return {
    status: served.success.status,
    headers: { ...served.success.headers, 'content-type': `${eventStreamType}; charset=utf-8` },
    body: sendEvents(left, { ...serving.events, signal: request.signal }),
  }
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
