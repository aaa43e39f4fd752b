import { describe, expect, test } from 'vitest'
import { readJson, toJsonLimits } from './read-json.ts'
import type { ContractDocument } from './document.ts'

describe('read json', () => {
  const limits = { depth: 4, members: 6 }

  test.each([
    ['{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"constructor":"Ford"}', { constructor: 'Ford' }],
    ['{"text":"__proto__"}', { text: '__proto__' }],
  ])('%s is parsed', (text, value) => {
    expect(readJson(text, limits)).toEqual({ kind: 'read', value })
  })

  test.each([
    '{"a":',
    '"a',
    '"\\',
    '',
    '\uFEFF',
    '{"__proto__":{"admin":true}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":{}}}',
  ])('%s is refused as invalid JSON', (text) => {
    expect(readJson(text, limits)).toEqual({ kind: 'not-json' })
  })

  describe('text that is dangerous to parse is refused, even if it is valid JSON', () => {
    test.each([
      ['[[[[[]]]]]', 'must not be nested deeper than 4 levels'],
      ['[{"a":[{"a":[', 'must not be nested deeper than 4 levels'],
      ['[1,2,3,4,5,6,7]', 'must not hold more than 6 items and fields'],
      ['{"a":{},"b":{},"c":{},"d":{}}', 'must not hold more than 6 items and fields'],
      ['""'.repeat(14), 'must not hold more than 6 items and fields'],
      [',,,,,,,', 'must not hold more than 6 items and fields'],
    ])('%s', (text, message) => {
      expect(readJson(text, limits)).toEqual({ kind: 'too-much', fault: { in: 'body', pointer: '/', message } })
    })
  })

  test('brackets and commas in strings count neither as levels nor as items', () => {
    const text = ['[[[[[[', ',,,,,,,,,', '\\"[[[[[[,,,,,,,,', '\\\\', '"'].map((part) => JSON.stringify(part)).join(',')
    expect(readJson(`[${text}]`, limits).kind).toBe('read')
  })

  test('a body at the limit is parsed', () => {
    expect(readJson('[1,2,3,4,5,6]', limits).kind).toBe('read')
    expect(readJson('[[[[1]]]]', limits).kind).toBe('read')
    expect(readJson('{"a":"","b":"","c":"","d":"","e":"","f":""}', limits).kind).toBe('read')
    expect(readJson('"a"', { ...limits, members: 0 }).kind).toBe('read')
  })
})

describe('json limits', () => {
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

  describe('the size limit of a body', () => {
    test('covers what its schema describes: each item and each of its fields', () => {
      expect(membersOf({ type: 'array', maxItems: 2000, items: point })).toBe(6000)
      expect(membersOf({ oneOf: [{ type: 'array', maxItems: 2000, items: point }, { type: 'null' }] })).toBe(6000)
      expect(membersOf({ type: 'object', maxProperties: 1500, additionalProperties: { type: 'string' } })).toBe(1500)
    })

    test('is a thousand at least, so that a slightly long list fails with its place', () => {
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
    ])('for any body, %s', (_case, schema) => {
      expect(membersOf(schema)).toBe(65_000)
    })
  })
})
