import { maxFaults } from './bounded-keywords.ts'
import { type InvalidField, pointerStep } from './validators.ts'

/**
 * Names every text that no database stores: PostgreSQL has no U+0000 in text, and neither that nor half of a surrogate pair
 * in JSON. It is refused here, once for all operations, since no schema can say so without a pattern on every string.
 */
export function findUnstorableText(part: InvalidField['in'], value: unknown): InvalidField[] {
  const faults: InvalidField[] = []
  const steps: (string | number)[] = []
  const check = (text: string): void => {
    const message = unstorable(text)
    if (message === null || faults.length >= maxFaults) return
    const pointer = steps.map((step) => pointerStep(String(step))).join('')
    // a refusal that repeats the text would itself be what nobody can store
    const shown = pointer.slice(0, 500).toWellFormed().replaceAll('\0', '\uFFFD')
    faults.push({ in: part, pointer: shown || '/', message })
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
