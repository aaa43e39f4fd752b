import { http, type RequestHandler } from 'msw'
import type { Mock } from './mock.ts'

export interface MswOptions {
  /** Origin of the API; any when left out. */
  origin?: string
  /** Where the mock is mounted, as in its own options. Default: `/api` and `/assistant`. */
  prefixes?: readonly string[]
}

/** Handlers for msw, in a browser or in Node: everything under the mock's prefixes is the mock's, everything else goes on as it was. */
export function createMswHandlers(
  mock: Mock,
  { origin = '*', prefixes = ['/api', '/assistant'] }: MswOptions = {},
): RequestHandler[] {
  return prefixes.map((prefix) => http.all(`${origin}${prefix}/*`, ({ request }) => mock.fetch(request)))
}
