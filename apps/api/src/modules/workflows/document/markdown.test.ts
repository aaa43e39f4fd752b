import { expect, test } from 'vitest'
import { quote } from './markdown.ts'

test.each([
  ['- first', '\\- first'],
  ['+ first', '\\+ first'],
  ['1. first', '1\\. first'],
  ['2) first', '2\\) first'],
  ['---', '\\---'],
  ['# Breaking', '\\# Breaking'],
  ['-5 degrees', '-5 degrees'],
  ['1.5 percent', '1.5 percent'],
])('what begins a line with a mark is a line like any other: %j', (text, quoted) => expect(quote(text)).toBe(quoted))

test('a mark of evidence in it is no mark, and letters that hide or turn others are left out', () => {
  expect(quote('as shown [3]')).toBe('as shown \\[\u20603\\]')
  expect(quote('pay\u202Eload\u200B now')).toBe('payload now')
})
