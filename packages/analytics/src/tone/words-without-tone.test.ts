import { expect, test } from 'vitest'
import { parseQuery } from '../query/parse-query.ts'
import { wordsOfQuery } from '../query/query-cost.ts'
import { scoreTone } from './score-tone.ts'
import { wordsWithoutTone } from './words-without-tone.ts'

const wordsOf = (text: string) => {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(text)
  return wordsWithoutTone(wordsOfQuery(read.query))
}

test.each([
  ['oat milk', []],
  ['market crash', ['crash']],
  ['"bank panic" OR famine', ['famine', 'panic']],
  ['falling prices', ['falling']],
])('of %s the words that have a tone are %j', (query, expected) => {
  expect(wordsOf(query)).toEqual(expected)
})

test('a beginning stands for every word of the lexicon that begins so', () => {
  expect(wordsOf('terror*')).toEqual(expect.arrayContaining(['terror', 'terrorism', 'terrorist']))
  expect(wordsOf('terror*').every((word) => word.startsWith('terror'))).toBe(true)
})

test('two beginnings, one within the other, name each word once, sorted', () => {
  const both = wordsOf('terr* OR terror*')
  expect(both).toEqual(wordsOf('terr*'))
  expect(both).toEqual([...new Set(both)].toSorted())
  expect(both).toContain('terrible')
})

test('without them a text keeps the tone of its other words', () => {
  const without = new Set(wordsOf('crash'))
  expect(scoreTone('The crash in the north', 'en').label).toBe('negative')
  expect(scoreTone('The crash in the north', 'en', { without })).toEqual({
    score: null,
    label: 'unknown',
    scoredWords: 0,
  })
  expect(scoreTone('The crash is a horrible disaster', 'en', { without }).label).toBe('negative')
  expect(scoreTone('A wonderful rescue after the crash', 'en', { without }).label).toBe('positive')
})
