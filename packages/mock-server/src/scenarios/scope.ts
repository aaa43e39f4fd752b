import type { ContractOperation } from '@auspex/contract'

/** Which requests a scenario is for; without a field every request is. */
export interface Scope {
  operation?: string
  /** Beginning of the path, without the server's prefix. */
  path?: string
  method?: string
  /** Percent of the requests, drawn from the seed. */
  share?: number
  /** For so many requests, then never again. */
  next?: number
}

/** Tells whether a request is in the part of the API that a scope names; share and next are counted by the caller. */
export function isInScope(
  { operation, path, method }: Scope,
  request: { operation: ContractOperation; method: string; path: string },
): boolean {
  return (
    (operation === undefined || operation === request.operation.id) &&
    (path === undefined || request.path.startsWith(path)) &&
    (method === undefined || method === request.method)
  )
}
