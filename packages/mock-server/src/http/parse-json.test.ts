import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'
import { Refusal } from './refusal.ts'

test.each([
  ['{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['{"constructor":"Ford"}', { constructor: 'Ford' }],
  ['{"text":"__proto__"}', { text: '__proto__' }],
])('%s is JSON', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each([
  '{"a":',
  '',
  '\uFEFF',
  '{"__proto__":{"admin":true}}',
  '{"a":[{"\\u005f_proto__":1}]}',
  '{"constructor":{"prototype":{}}}',
])('%s is refused', (text) => {
  expect(() => parseJson(text)).toThrow(Refusal)
})
