import { Refusal } from './refusal.ts'

/** Names that reach for a prototype, plain or escaped; looked for in the text first because hardly any body has them. */
const suspect = /proto__|constructor|\\u/i

/**
 * Parses JSON as the product API does: a leading byte order mark is skipped, and keys that could reach a prototype are refused.
 * Throws a `Refusal` (422).
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    throw notJson()
  }
  if (suspect.test(text) && reachesForPrototype(value)) throw notJson()
  return value
}

function notJson(): Refusal {
  return new Refusal({
    status: 422,
    code: 'request.invalid',
    title: 'The body is not JSON',
    detail: 'Send one JSON value, in UTF-8.',
  })
}

function reachesForPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  if (Object.hasOwn(value, 'constructor')) {
    const { constructor } = value as { constructor: unknown } // its own, by the line above
    if (typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')) return true
  }
  return Object.values(value).some(reachesForPrototype)
}
