import type { Store } from './store.ts'

/**
 * Whether anything that is stored mentions an id. Signals have no collection of their own: searches, portfolios and
 * messages name them, and an id that nothing names was never given out.
 */
export function isKnownId(store: Store, id: string): boolean {
  return store.names().some((name) => store.rows(name).some(({ item }) => mentions(item, id)))
}

function mentions(value: unknown, id: string): boolean {
  if (value === id) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((inner) => mentions(inner, id))
}
