import { expect, test } from 'vitest'
import { tokens } from './tokenize.ts'
import { toTsvector } from './tsvector.ts'
import { toWordText } from './word-text.ts'

test('words keep their order, and title and body stay apart', () => {
  expect(toWordText(['oat', 'milk'], ['milk', 'is', 'milk'])).toBe('\noat\nmilk\n\u001E\nmilk\nis\nmilk\n')
  expect(toWordText([], [])).toBe('\n\u001E\n')
})

test('a word that no index holds keeps its place', () => {
  const long = 'x'.repeat(3_000)
  expect(toWordText(['oat', long, 'milk'], [])).toBe('\noat\n\u001D\nmilk\n\u001E\n')
})

test('the words are those of the tsvector, at the same places', () => {
  const title = ['tea', ...Array.from({ length: 300 }, () => 'milk'), 'mint']
  const body = ['x'.repeat(3_000), 'milk', 'tea', 'oat']
  const border = title.length + 16
  const placed = (text: string) =>
    text
      .split('\n')
      .slice(1, -1)
      .flatMap((word, at) => {
        if (word.length === 1) return []
        return [`${word} ${at < title.length ? at + 1 : border + at - title.length}`]
      })
      .toSorted()
  const inVector = toTsvector(title, body)
    .split(' ')
    .flatMap((lexeme) => {
      const [word = '', places = ''] = lexeme.split(':')
      return places.split(',').map((place) => `${word.slice(1, -1)} ${Number.parseInt(place, 10)}`)
    })
    .toSorted()
  expect(placed(toWordText(title, body))).toEqual(inVector)
})

test('no word of a text holds what separates words', () => {
  for (const word of tokens('a\nb\u001Ec\u001Dd it’s C++ 東京'))
    for (const sign of ['\n', '\u001D', '\u001E']) expect(word).not.toContain(sign)
})
