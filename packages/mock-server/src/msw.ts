import { http, type RequestHandler } from 'msw'
import type { Mock } from './mock.ts'

export interface MswOptions {
  /** Origin of the API; any origin by default. */
  origin?: string
  /** Prefixes of the mock, as in its own options. Default: `/api` and `/assistant`. */
  prefixes?: readonly string[]
}

/** Handlers for msw, in a browser or in Node: the mock answers everything under its prefixes, other requests pass through. */
export function createMswHandlers(
  mock: Mock,
  { origin = '*', prefixes = ['/api', '/assistant'] }: MswOptions = {},
): RequestHandler[] {
  return prefixes.map((prefix) => http.all(`${origin}${prefix}/*`, ({ request }) => mock.fetch(request)))
}
