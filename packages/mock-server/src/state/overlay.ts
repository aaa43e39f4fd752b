import type { Validate } from '@auspex/contract'
import { stepsOf, withValueAt } from './pointer.ts'

/** Values by JSON pointer. */
export type Overlay = readonly (readonly [pointer: string, value: unknown])[]

/**
 * Puts values into a base. Values that the contract does not let stand there are left out, one by one: a request's field need not mean
 * the same in the item. `check` judges the whole.
 */
export function applyOverlay<T>(base: T, overlay: Overlay, check: Validate | null): T {
  const all = overlay.reduce<unknown>((value, [pointer, inner]) => withValueAt(value, pointer, inner), base)
  if (check === null || check(all).length === 0) return all as T // as the check has found
  const before = new Set(check(base).map(({ instancePath }) => instancePath))
  const one = overlay.reduce<unknown>((value, [pointer, inner]) => {
    const next = withValueAt(value, pointer, inner)
    return check(next).every(({ instancePath }) => before.has(instancePath)) ? next : value
  }, base)
  return one as T // only values that fit were put in
}

/** Pointers and values of an object's own properties. */
export function toOverlay(values: Readonly<Record<string, unknown>>): Overlay {
  return Object.entries(values).map(([name, value]) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value])
}

/** The property of the item that a pointer begins with. */
export function propertyOf(pointer: string): string {
  return stepsOf(pointer)[0] ?? ''
}
