import type { ContractOperation } from '@auspex/contract'
import { readCaller } from '../identity/caller.ts'
import { type Fields, isFields } from '../state/request-fields.ts'

/** Which requests are meant; without a field every request is. */
export interface RequestPattern {
  /** Id of an operation. */
  operation?: string
  method?: string
  /** Beginning of the path, step by step, without the server's prefix: `/portfolio` is no beginning of `/portfolios`. */
  path?: string
  /** The caller's token, or the id of the person that it stands for. */
  user?: string
  /** Headers by name; their values must be the same. */
  headers?: Record<string, string>
  /** Query parameters by name. */
  query?: Record<string, string>
  /** Fields that the JSON body has, among others. */
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

/** A name that a pattern does not have, which would match everything. */
export function strayName(pattern: object): string | null {
  const stray = Object.keys(pattern).find((name) => !patternNames.some((known) => known === name))
  return stray === undefined ? null : `match has no ${stray}; it has ${patternNames.join(', ')}`
}

/** A request as patterns see it. */
export interface SeenRequest {
  operation: Pick<ContractOperation, 'id'> | null
  method: string
  path: string
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** Parsed JSON; undefined for what is none. */
  body: unknown
}

const person = { userId: '', organizationId: '' }

/** Tells whether a request is one of those that a pattern means. */
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

/** Whether a path is another one or below it. */
export function beginsWithSteps(path: string, beginning: string): boolean {
  const stem = beginning.replace(/\/$/, '')
  return path === stem || path.startsWith(`${stem}/`)
}

/** Whether a token, or the person that it stands for, is the user that is meant. */
export function isUser(authorization: string | undefined, user: string): boolean {
  const caller = readCaller(authorization, person)
  return caller !== null && (caller.userId === user || authorization?.replace(/^Bearer +/i, '') === user)
}

/** Whether a value has all that another one says: fields of objects, entries of lists one by one. */
function holds(value: unknown, wanted: unknown): boolean {
  if (isFields(wanted)) return isFields(value) && hasFields(value, wanted)
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((each, at) => holds(value[at], each))
  return value === wanted
}

function hasFields(value: Fields, wanted: Fields): boolean {
  return Object.entries(wanted).every(([name, each]) => holds(value[name], each))
}
