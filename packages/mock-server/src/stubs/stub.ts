import { type Contract, type ContractOperation, jsonType, problemType } from '@auspex/contract'
import { readCaller } from '../identity/caller.ts'
import { type Fields, isFields } from '../state/request-fields.ts'

/** The requests to match; every request without a field. */
export interface RequestPattern {
  /** Id of an operation. */
  operation?: string
  method?: string
  /** Path prefix in whole segments, without the server's prefix: `/portfolio` is no prefix of `/portfolios`. */
  path?: string
  /** The caller's token, or the id of its person. */
  user?: string
  /** Headers by name; their values must be equal. */
  headers?: Record<string, string>
  /** Query parameters by name. */
  query?: Record<string, string>
  /** Fields that the JSON body must contain. */
  body?: unknown
}

const patternNames = [
  'operation',
  'method',
  'path',
  'user',
  'headers',
  'query',
  'body',
] satisfies (keyof RequestPattern)[]

/** An unknown name in a pattern, which would match everything. */
export function strayName(pattern: object): string | null {
  const stray = Object.keys(pattern).find((name) => !patternNames.some((known) => known === name))
  return stray === undefined ? null : `match has no ${stray}; it has ${patternNames.join(', ')}`
}

/** A request as seen by patterns. */
export interface SeenRequest {
  operation: { id: ContractOperation['id'] } | null
  method: string
  path: string
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** Parsed JSON; undefined for an invalid body. */
  body: unknown
}

const person = { userId: '', organizationId: '' }

export function matchesPattern(pattern: RequestPattern, request: SeenRequest): boolean {
  const { operation, method, path, user, headers = {}, query = {}, body } = pattern
  return (
    (operation === undefined || operation === request.operation?.id) &&
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || beginsWithSteps(request.path, path)) &&
    (user === undefined || isUser(request.headers['authorization'], user)) &&
    Object.entries(headers).every(([name, value]) => request.headers[name.toLowerCase()] === value) &&
    Object.entries(query).every(([name, value]) => request.query.getAll(name).includes(value)) &&
    (body === undefined || holds(request.body, body))
  )
}

/** Whether a path equals another one or is below it. */
export function beginsWithSteps(path: string, beginning: string): boolean {
  const stem = beginning.replace(/\/$/, '')
  return path === stem || path.startsWith(`${stem}/`)
}

/** Whether a token, or its person, is the given user. */
export function isUser(authorization: string | undefined, user: string): boolean {
  const caller = readCaller(authorization, person)
  return caller !== null && (caller.userId === user || authorization?.replace(/^Bearer +/i, '') === user)
}

/** Whether a value contains another one: fields of objects, entries of lists one by one. */
function holds(value: unknown, wanted: unknown): boolean {
  if (isFields(wanted)) return isFields(value) && hasFields(value, wanted)
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((each, at) => holds(value[at], each))
  return value === wanted
}

function hasFields(value: Fields, wanted: Fields): boolean {
  return Object.entries(wanted).every(([name, each]) => holds(value[name], each))
}

/** A custom reply for matching requests. */
export interface StubInput {
  /** The requests to match; it names the operation. */
  match: RequestPattern & { operation: string }
  /** Default: 200. */
  status?: number
  /** JSON. Default: the contract's own example of that status. */
  body?: unknown
  headers?: Record<string, string>
  /** The number of requests to answer. Default: all. */
  times?: number
  /** Allows a body that violates the contract. Default: false. */
  isBroken?: boolean
}

/** An active stub. */
export interface Stub extends StubInput {
  id: string
  /** Number of requests it answered. */
  answered: number
}

/** An invalid stub. The message says why. */
export class StubError extends TypeError {
  override readonly name = 'StubError'
}

const fields = new Set(['match', 'status', 'body', 'headers', 'times', 'isBroken'])

/** Parses a stub and checks it against the contract: one that never matches, or returns an impossible reply, lets a test pass for the wrong reason. Throws a `StubError`. */
export function readStub(input: unknown, { operations }: Contract): StubInput {
  if (typeof input !== 'object' || input === null)
    throw new StubError('A reply is an object with match, status and body')
  const stray = Object.keys(input).find((name) => !fields.has(name))
  if (stray !== undefined) throw new StubError(`A reply has no ${stray}; it has ${[...fields].join(', ')}`)
  const { match, status = 200, times, isBroken = false, ...rest } = input as Partial<StubInput>
  const strayMatch = isFields(match) ? strayName(match) : null
  if (strayMatch !== null) throw new StubError(strayMatch)
  const operation = operations.find(({ id }) => id === match?.operation)
  if (match === undefined || operation === undefined)
    throw new StubError(
      `match.operation names no operation of the contract: ${JSON.stringify(match?.operation ?? null)}`,
    )
  if (times !== undefined && !(Number.isInteger(times) && times >= 1 && times <= 1_000_000))
    throw new StubError('times is a whole number from 1 to 1000000')
  if (!isBroken) checkReply(operation, status, rest.body)
  return { match, status, ...(times === undefined ? {} : { times }), isBroken, ...rest }
}

function checkReply(operation: ContractOperation, status: number, body: unknown): void {
  const types = operation.responses.get(status)
  if (types === undefined)
    throw new StubError(
      `${operation.id} documents no ${status}; it documents ${[...operation.responses.keys()].join(', ')}. With isBroken it is sent anyway`,
    )
  if (body === undefined) return
  const check = types.get(status < 400 ? jsonType : problemType)
  const [fault] = check?.(body) ?? []
  if (fault !== undefined)
    throw new StubError(
      `The body is none that ${operation.id} answers: ${fault.instancePath || '/'} ${fault.message ?? fault.keyword}. With isBroken it is sent anyway`,
    )
}
