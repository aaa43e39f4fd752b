/** A value and the objects and lists on the path to it, outermost first. */
export interface PointerTarget {
  value: unknown
  keys: string[]
  /** What each key was read from. */
  parents: unknown[]
}

/** Resolves a JSON pointer (RFC 6901); null when there is no value. Finds only own properties, no inherited ones. */
export function readPointer(root: unknown, pointer: string): PointerTarget | null {
  if (!pointer.startsWith('/')) return null
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const parents: unknown[] = []
  let value = root
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return null
    parents.push(value)
    value = (value as Record<string, unknown>)[key] // an object that has the key
  }
  return { value, keys, parents }
}
