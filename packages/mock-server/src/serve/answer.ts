import {
  type CheckedInput,
  checkRequest,
  type ContractOperation,
  eventStreamType,
  jsonType,
  type RouteMatch,
} from '@auspex/contract'
import { createRandom, seedOf } from '../generate/random.ts'
import type { MockReply, MockRequest } from '../http/exchange.ts'
import { type Preference, readPrefer } from '../http/prefer.ts'
import { readBody, unsupported } from '../http/read-body.ts'
import { Refusal } from '../http/refusal.ts'
import { type Caller, hasRole, readCaller } from '../identity/caller.ts'
import type { Resources } from '../state/resources.ts'
import type { Fields } from '../state/request-fields.ts'
import { isFields } from '../state/request-fields.ts'
import { makeEvents } from '../streams/make-events.ts'
import { eventsAfter, sendEvents, type SendOptions } from '../streams/send-events.ts'
import { readDocumentedProblem } from './documented-problem.ts'
import type { ServedContract, ServedOperation } from './served-contract.ts'
import { isJson, type Success } from './success.ts'

/** The mock as it stands: what answering needs of it. */
export interface Serving {
  contract: ServedContract
  resources: Resources
  person: Omit<Caller, 'roles'>
  seed: number
  bodies: 'examples' | 'generated'
  bodyLimit: number
  events: Pick<SendOptions, 'delayMs' | 'wait'>
}

/** What was learnt of a request on the way, for the log. */
export interface Notes {
  caller: Caller | null
  body: unknown
}

/** Answers a request whose address was looked up, in the product API's order of refusals (decision 0061). Throws a `Refusal`. */
export async function answer(
  serving: Serving,
  { request, match, query }: { request: MockRequest; match: RouteMatch; query: string },
  notes: Notes,
): Promise<MockReply> {
  const { operation, path } = requireOperation(match)
  const caller = identify(operation, request, serving.person)
  notes.caller = caller
  const body = await readBody(request, {
    limit: operation.bodyLimit ?? serving.bodyLimit,
    isTaken: operation.body !== null,
  })
  notes.body = body ?? null
  const checked = checkRequest(operation, { path, query, headers: request.headers, body })
  if (checked.kind === 'unsupported-media-type') throw unsupported()
  if (checked.kind === 'invalid') throw invalid(checked.faults)
  const preference = readPrefer(request.headers['prefer'])
  const served = serving.contract.served(operation)
  if (preference.code !== null && preference.code !== served.success.status)
    throw readDocumentedProblem(serving.contract.document, served, preference.code)
  return succeed(serving, {
    served,
    request,
    input: checked.input,
    caller: caller ?? { ...serving.person, roles: [] },
    preference,
  })
}

function requireOperation(match: RouteMatch): { operation: ContractOperation; path: Record<string, string> } {
  if (match.kind === 'found') return match
  if (match.kind === 'malformed') throw new Refusal({ status: 400 })
  if (match.kind === 'unknown') throw new Refusal({ status: 404 })
  throw new Refusal({
    status: 405,
    title: 'This address has no such method',
    detail: `Use ${match.allowed.join(' or ')}.`,
    headers: { allow: match.allowed.join(', ') },
  })
}

function identify(
  { secured, role }: ContractOperation,
  { headers }: MockRequest,
  person: Omit<Caller, 'roles'>,
): Caller | null {
  const caller = readCaller(headers['authorization'], person)
  if (!secured) return caller
  if (caller === null) throw new Refusal({ status: 401 })
  if (role !== null && !hasRole(caller, role))
    throw new Refusal({
      status: 403,
      title: `Your account does not have the role ${role}`,
      detail: `Ask an administrator for the role ${role}.`,
    })
  return caller
}

function invalid(errors: NonNullable<Refusal['facts']['errors']>): Refusal {
  const [first] = errors
  const detail = first === undefined ? undefined : `${first.in} ${first.pointer} ${first.message}`
  return new Refusal({
    status: 422,
    title: 'The request does not match the contract',
    ...(detail === undefined ? {} : { detail }),
    errors,
  })
}

interface Accepted {
  served: ServedOperation
  request: MockRequest
  input: CheckedInput
  caller: Caller
  preference: Preference
}

function succeed(serving: Serving, accepted: Accepted): MockReply {
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
  { accepted, success, isDynamic }: { accepted: Accepted; success: Success; isDynamic: boolean },
): string {
  const { preference, request } = accepted
  if (preference.example !== null) {
    if (success.examples.has(preference.example)) return success.textOf(preference.example)
    throw noSuchReply(`There is no example ${preference.example}`, [...success.examples.keys()])
  }
  const [first] = success.examples.keys()
  if (first !== undefined && !isDynamic) return success.textOf(exampleNamedBy(accepted.input, success) ?? first)
  const drawn = success.draw(createRandom(requestSeed(serving, request, accepted.input)), 0)
  return isJson(success.mediaType) ? JSON.stringify(drawn) : String(drawn)
}

/** An example that is called what the request asks for in its path, as a section of a report. */
function exampleNamedBy({ path }: CheckedInput, { examples }: Success): string | undefined {
  const values: unknown[] = Object.values(path as Fields) // an object of parameters, by checkRequest
  return values.find((value): value is string => typeof value === 'string' && examples.has(value))
}

/** Equal requests have equal seeds. */
function requestSeed({ seed }: Serving, { method, target }: MockRequest, { body }: CheckedInput): number {
  return seedOf(seed, method, target, JSON.stringify(body) ?? '')
}

function stream(serving: Serving, { served, request, input }: Accepted, isDynamic: boolean): MockReply {
  const fields: Fields = isFields(input.body) ? input.body : {}
  const seed = requestSeed(serving, request, input)
  const events = makeEvents(serving.contract, served, { seed, fields, isDynamic })
  const left = eventsAfter(events, request.headers['last-event-id'])
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
