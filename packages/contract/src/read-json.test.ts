import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const limits = { depth: 4, members: 6 }

test.each([
  ['{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['{"constructor":"Ford"}', { constructor: 'Ford' }],
  ['{"text":"__proto__"}', { text: '__proto__' }],
])('%s is read', (text, value) => {
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
])('%s is refused as no JSON', (text) => {
  expect(readJson(text, limits)).toEqual({ kind: 'not-json' })
})

describe('text that no parser should be given is refused, whether or not it is JSON', () => {
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

test('brackets and commas in texts are no levels and no items', () => {
  const text = ['[[[[[[', ',,,,,,,,,', '\\"[[[[[[,,,,,,,,', '\\\\', '"'].map((part) => JSON.stringify(part)).join(',')
  expect(readJson(`[${text}]`, limits).kind).toBe('read')
})

test('as much as is allowed is read', () => {
  expect(readJson('[1,2,3,4,5,6]', limits).kind).toBe('read')
  expect(readJson('[[[[1]]]]', limits).kind).toBe('read')
  expect(readJson('{"a":"","b":"","c":"","d":"","e":"","f":""}', limits).kind).toBe('read')
  expect(readJson('"a"', { ...limits, members: 0 }).kind).toBe('read')
})
