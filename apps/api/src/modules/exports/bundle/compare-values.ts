/** A place where two values are not the same. */
export interface Difference {
  /** JSON pointer, or words where there is none. */
  pointer: string
  shown: unknown
  counted: unknown
}

export interface ValueComparison {
  /** Numbers that are the same in both, and all numbers of the first. */
  equal: number
  total: number
  differences: Difference[]
}

/** Compares two JSON values leaf by leaf: numbers must be the same to the last bit, texts to the last letter. */
export function compareValues(shown: unknown, counted: unknown, pointer: string): ValueComparison {
  if (typeof shown === 'object' && shown !== null) return compareObjects(shown, counted, pointer)
  const isNumber = typeof shown === 'number'
  const isSame = Object.is(shown, counted) || (shown === 0 && counted === 0) // JSON has no negative zero
  return {
    equal: isNumber && isSame ? 1 : 0,
    total: isNumber ? 1 : 0,
    differences: isSame ? [] : [{ pointer, shown, counted: summarise(counted) }],
  }
}

function compareObjects(shown: object, counted: unknown, pointer: string): ValueComparison {
  const other = typeof counted === 'object' && counted !== null ? counted : {}
  const sum: ValueComparison = { equal: 0, total: 0, differences: [] }
  if (Array.isArray(shown) !== Array.isArray(counted))
    sum.differences.push({ pointer, shown: summarise(shown), counted: summarise(counted) })
  // what is undefined is not written
  const keys = new Set([...Object.keys(shown), ...Object.keys(other).filter((key) => read(other, key) !== undefined)])
  for (const key of keys) {
    const part = compareValues(read(shown, key), read(other, key), `${pointer}/${key}`)
    sum.equal += part.equal
    sum.total += part.total
    sum.differences.push(...part.differences)
  }
  return sum
}

function read(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key] // absent is undefined
}

function summarise(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? 'a list' : 'an object'
}
