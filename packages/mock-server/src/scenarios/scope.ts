import type { ContractOperation } from '@auspex/contract'
import { beginsWithSteps, isUser } from '../stubs/request-matcher.ts'

/** Which requests a scenario is for; without a field every request is. */
export interface Scope {
  operation?: string
  /** Beginning of the path, step by step, without the server's prefix. */
  path?: string
  method?: string
  /** The caller's token, or the id of the person that it stands for. */
  user?: string
  /** A header and its value, as `x-tenant:acme`. */
  header?: string
  /** Percent of the requests, drawn from the seed. */
  share?: number
  /** For so many requests, then never again. */
  next?: number
}

/** Tells whether a request is in the part of the API that a scope names; share and next are counted by the caller. */
export function isInScope(
  { operation, path, method, user, header }: Scope,
  request: {
    operation: ContractOperation
    method: string
    path: string
    headers: Readonly<Record<string, string | undefined>>
  },
): boolean {
  return (
    (operation === undefined || operation === request.operation.id) &&
    (path === undefined || beginsWithSteps(request.path, path)) &&
    (method === undefined || method === request.method) &&
    (user === undefined || isUser(request.headers['authorization'], user)) &&
    (header === undefined || hasHeader(request.headers, header))
  )
}

function hasHeader(headers: Readonly<Record<string, string | undefined>>, header: string): boolean {
  const colon = header.indexOf(':')
  const name = (colon === -1 ? header : header.slice(0, colon)).trim().toLowerCase()
  return colon === -1 ? headers[name] !== undefined : headers[name] === header.slice(colon + 1).trim()
}
