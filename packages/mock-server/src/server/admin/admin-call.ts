import type { MockControl } from '../control.ts'
import { AdminError } from './admin-error.ts'

/** One call of the admin API. */
export interface AdminCall {
  control: MockControl
  /** The last step of the path where the route has `{id}`. */
  id: string
  query: URLSearchParams
  /** Parsed JSON; undefined for none. */
  body: unknown
}

export interface AdminRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/__mock`. */
  path: string
  /** One sentence for the table of the admin API. */
  summary: string
  /** A body to try; left out for routes that take none. */
  example?: Record<string, unknown>
  run: (call: AdminCall) => unknown
}

/** Reads a field of a JSON body. Throws an `AdminError` that names the field. */
export function field(body: unknown, name: string, type: 'integer' | 'string' | 'optional integer'): unknown {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  if (type === 'optional integer' && value === undefined) return undefined
  const fits = type === 'string' ? typeof value === 'string' : Number.isInteger(value)
  if (!fits) throw new AdminError(422, `The body needs ${name}, ${type === 'string' ? 'a text' : 'a whole number'}`)
  return value
}
