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
])('a line that starts like Markdown is escaped, and no other: %j', (text, quoted) => expect(quote(text)).toBe(quoted))

test('a citation mark in a text is escaped, and invisible and bidirectional characters are removed', () => {
  expect(quote('as shown [3]')).toBe('as shown \\[\u20603\\]')
  expect(quote('pay\u202Eload\u200B now')).toBe('payload now')
})
