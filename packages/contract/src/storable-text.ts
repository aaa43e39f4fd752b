import { maxFaults } from './bounded-keywords.ts'
import { type InvalidField, pointerStep } from './validators.ts'

/**
 * Reports every text that no database can store: PostgreSQL has no U+0000 in text, and neither that nor half of a surrogate pair in JSON. Rejected
 * here for all operations, because a schema could only state it with a pattern on every string.
 */
export function findUnstorableText(part: InvalidField['in'], value: unknown): InvalidField[] {
  const faults: InvalidField[] = []
  const steps: (string | number)[] = []
  const check = (text: string): void => {
    const message = unstorable(text)
    if (message === null || faults.length >= maxFaults) return
    const pointer = steps.map((step) => pointerStep(String(step))).join('')
    // an error that repeats the text could not be stored itself
    const shortPointer = pointer.slice(0, 500).toWellFormed().replaceAll('\0', '\uFFFD')
    faults.push({ in: part, pointer: shortPointer || '/', message })
  }
  const walk = (inner: unknown): void => {
    if (typeof inner === 'string') check(inner)
    else if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) {
        steps.push(index)
        walk(item)
        steps.pop()
      }
    } else if (typeof inner === 'object' && inner !== null && !ArrayBuffer.isView(inner)) {
      for (const [name, property] of Object.entries(inner)) {
        steps.push(name)
        check(name)
        walk(property)
        steps.pop()
      }
    }
  }
  walk(value)
  return faults
}

function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'must not hold the character U+0000'
  return text.isWellFormed() ? null : 'must not hold half of a surrogate pair'
}
