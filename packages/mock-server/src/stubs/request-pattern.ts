import type { Contract } from '@auspex/contract'
import { isBelow } from '../http/messages.ts'
import { readCaller } from '../identity/caller.ts'
import { authorizationOf, type LoggedExchange } from '../request-log.ts'
import { isFields } from '../state/fields.ts'

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

/** An invalid pattern, expectation or reply. The message says why. */
export class StubError extends TypeError {
  override readonly name = 'StubError'
}

/** Throws a `StubError` for an unknown name, which would match everything. */
export function requireNames(value: object, known: readonly string[], what: string): void {
  const stray = Object.keys(value).find((name) => !known.includes(name))
  if (stray !== undefined) throw new StubError(`${what} has no ${stray}; it has ${known.join(', ')}`)
}

/** Throws a `StubError` for a pattern that could never match, or would match everything. */
export function requirePattern(match: object, { operations }: Contract): void {
  requireNames(match, patternNames, 'match')
  const { operation } = match as RequestPattern // its names were checked
  if (operation !== undefined && !operations.some(({ id }) => id === operation))
    throw new StubError(`match.operation names no operation of the contract: ${JSON.stringify(operation)}`)
}

/** A request as seen by patterns. */
export interface SeenRequest {
  operationId: string | null
  method: string
  path: string
  /** Path and query as received. */
  target: string
  headers: Readonly<Record<string, string | undefined>>
  /** Parsed JSON; undefined for an invalid body. */
  body: unknown
}

export function matchesPattern(pattern: RequestPattern, request: SeenRequest): boolean {
  const { operation, method, path, user, headers = {}, query = {}, body } = pattern
  const parameters = new URLSearchParams(request.target.split('?').slice(1).join('?'))
  return (
    (operation === undefined || operation === request.operationId) &&
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || isBelow(request.path, path)) &&
    (user === undefined || isUser(request.headers['authorization'], user)) &&
    Object.entries(headers).every(([name, value]) => request.headers[name.toLowerCase()] === value) &&
    Object.entries(query).every(([name, value]) => parameters.getAll(name).includes(value)) &&
    (body === undefined || contains(request.body, body))
  )
}

/** Whether a token, or its person, is the given user. */
export function isUser(authorization: string | undefined, user: string): boolean {
  const caller = readCaller(authorization, { userId: '', organizationId: '' })
  return caller !== null && (caller.userId === user || authorization?.replace(/^Bearer +/i, '') === user)
}

/** Whether a value contains another one: fields of objects, entries of lists one by one. */
function contains(value: unknown, wanted: unknown): boolean {
  if (isFields(wanted))
    return isFields(value) && Object.entries(wanted).every(([name, each]) => contains(value[name], each))
  if (!Array.isArray(wanted)) return value === wanted
  return Array.isArray(value) && value.length === wanted.length && wanted.every((each, at) => contains(value[at], each))
}

/** The expected number of matching requests. */
export interface Expectation {
  match: RequestPattern
  /** Exactly this many. */
  times?: number
  atLeast?: number
  atMost?: number
}

export interface Verdict {
  isMet: boolean
  count: number
  /** One sentence for the message of a failing test. */
  message: string
  requests: LoggedExchange[]
}

/** Compares the log with an expectation: by default at least one matching request. Throws a `StubError` for an unknown operation. */
export function verify(log: readonly LoggedExchange[], contract: Contract, expectation: Expectation): Verdict {
  const { match, times, atLeast, atMost } = expectation
  requireNames(expectation, ['match', 'times', 'atLeast', 'atMost'], 'An expectation')
  requirePattern(match, contract)
  const min = times ?? atLeast ?? (atMost === undefined ? 1 : 0)
  const max = times ?? atMost ?? Infinity
  const requests = log.filter((exchange) => {
    const headers = { ...exchange.headers, authorization: authorizationOf(exchange) }
    return matchesPattern(match, { ...exchange, headers })
  })
  const count = requests.length
  const interval = max === Infinity ? `at least ${min}` : `${min} to ${max}`
  const range = min === max ? String(min) : interval
  const message = `${count} matching ${count === 1 ? 'request' : 'requests'}, ${range} expected`
  return { isMet: count >= min && count <= max, count, message, requests }
}
