import { expect, test } from 'vitest'
import { createSpellingIndex } from './spelling-index.ts'

const index = createSpellingIndex([
  { text: 'bitcoin', frequency: 900 },
  { text: 'bitcoins', frequency: 40 },
  { text: 'electric vehicle', frequency: 60 },
  { text: 'methanol', frequency: 5 },
  { text: 'oat', frequency: 500 },
  { text: 'coat', frequency: 800 },
])
const firstOf = (text: string) => index.corrections(text, 3)[0]

test('a slip of a letter, a swap and a doubled letter lead to the word', () => {
  for (const text of ['bitcon', 'bictoin', 'bitcooin', 'vitcoin']) {
    expect(firstOf(text)).toEqual({ text: 'bitcoin', frequency: 900, distance: 1 })
  }
})

test('a long name is found with two slips', () => {
  expect(firstOf('electrik vehicel')).toMatchObject({ text: 'electric vehicle', distance: 2 })
})

test('nothing near is found for a word of three letters, for the word itself alone, or for another word', () => {
  expect(firstOf('oet')).toBeUndefined()
  expect(firstOf('methanol')).toBeUndefined()
  expect(firstOf('zeppelin')).toBeUndefined()
})
