import { describe, expect, test } from 'vitest'
import type { ContractDocument } from './document.ts'
import { toJsonLimits } from './json-limits.ts'

const document: ContractDocument = {
  paths: {},
  components: {
    schemas: {
      Point: { type: 'object', properties: { day: { type: 'string' }, value: { type: 'number' } } },
      Comment: {
        type: 'object',
        properties: { replies: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/Comment' } } },
      },
    },
  },
}
const point = { $ref: '#/components/schemas/Point' }
const membersOf = (schema: object) => toJsonLimits(document, schema).members

describe('a body may hold', () => {
  test('what its schema names: each item, and each field of it', () => {
    expect(membersOf({ type: 'array', maxItems: 2000, items: point })).toBe(6000)
    expect(membersOf({ oneOf: [{ type: 'array', maxItems: 2000, items: point }, { type: 'null' }] })).toBe(6000)
    expect(membersOf({ type: 'object', maxProperties: 1500, additionalProperties: { type: 'string' } })).toBe(1500)
  })

  test('a thousand at least, so that a list a little too long is told at its place', () => {
    expect(membersOf({ type: 'array', maxItems: 2, items: point })).toBe(1000)
    expect(membersOf({ type: 'string' })).toBe(1000)
  })

  test.each([
    [
      'for large lists of large lists',
      { type: 'array', maxItems: 1000, items: { type: 'array', maxItems: 1000, items: point } },
    ],
    ['for a list without a bound', { type: 'array', items: point }],
    ['for recursion', { $ref: '#/components/schemas/Comment' }],
  ])('what is read at all, %s', (_what, schema) => {
    expect(membersOf(schema)).toBe(65_000)
  })
})
