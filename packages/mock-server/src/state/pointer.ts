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

/** A copy of the value with another one at the pointer; the same value when the pointer leads nowhere. Only what is on the way is copied. */
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

/** What stands at a pointer whose `*` stand for each entry of a list; lists at its end are their entries. */
export function valuesAt(value: unknown, pointer: string): unknown[] {
  return follow(value, stepsOf(pointer))
}

function follow(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return value === undefined ? [] : [value].flat()
  if (step === '*') return Array.isArray(value) ? value.flatMap((each) => follow(each, rest)) : []
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return []
  return follow((value as Record<string, unknown>)[step], rest)
}
