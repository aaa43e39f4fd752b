import type { Validate } from '@auspex/contract'

/** The steps of a JSON pointer (RFC 6901). */
export function stepsOf(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a pointer; undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value
  for (const step of stepsOf(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = (current as Record<string, unknown>)[step]
  }
  return current
}

/** A copy with another value at the pointer; the same value when the pointer leads nowhere. Only objects on the path are copied. */
export function withValueAt(value: unknown, pointer: string, inner: unknown): unknown {
  const [step, ...rest] = stepsOf(pointer)
  if (step === undefined) return inner
  if (typeof value !== 'object' || value === null) return value
  const below = rest.map((each) => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  const current = (value as Record<string, unknown>)[step]
  if (current === undefined && (below !== '' || Array.isArray(value))) return value
  if (Array.isArray(value)) return value.with(Number(step), withValueAt(current, below, inner))
  return { ...value, [step]: withValueAt(current, below, inner) }
}

/** The values at a pointer in which `*` stands for each entry of a list; a list at its end counts as its entries. */
export function valuesAt(value: unknown, pointer: string): unknown[] {
  return follow(value, stepsOf(pointer))
}

function follow(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return value === undefined ? [] : [value].flat()
  if (step === '*') return Array.isArray(value) ? value.flatMap((each) => follow(each, rest)) : []
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return []
  return follow((value as Record<string, unknown>)[step], rest)
}

/** Values by JSON pointer. */
export type Overlay = readonly (readonly [pointer: string, value: unknown])[]

/**
 * Inserts values into a base. Values that the contract does not allow there are skipped one by one: a field of the request may have another meaning
 * in the item. `check` validates the result.
 */
export function applyOverlay<T>(base: T, overlay: Overlay, check: Validate | null): T {
  const all = overlay.reduce<unknown>((value, [pointer, inner]) => withValueAt(value, pointer, inner), base)
  if (check === null || check(all).length === 0) return all as T // as the check found
  const before = new Set(check(base).map(({ instancePath }) => instancePath))
  const one = overlay.reduce<unknown>((value, [pointer, inner]) => {
    const next = withValueAt(value, pointer, inner)
    return check(next).every(({ instancePath }) => before.has(instancePath)) ? next : value
  }, base)
  return one as T // only valid values were inserted
}

/** Pointers and values of an object's own properties. */
export function toOverlay(values: Readonly<Record<string, unknown>>): Overlay {
  return Object.entries(values).map(([name, value]) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value])
}

/** The first property of a pointer. */
export function propertyOf(pointer: string): string {
  return stepsOf(pointer)[0] ?? ''
}
