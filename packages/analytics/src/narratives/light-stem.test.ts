import { expect, test } from 'vitest'
import { lightStem } from './light-stem.ts'

test.each([
  ['companies', 'company'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['calories', 'calorie'],
  ['crashes', 'crash'],
  ['boxes', 'box'],
  ['states', 'state'],
])('the plural %s has the stem of its singular %s', (plural, singular) => {
  expect(lightStem(plural)).toBe(lightStem(singular))
})

test.each(['virus', 'crisis', 'boss', 'gas', 'movie'])('%s is left as it is', (word) => {
  expect(lightStem(word)).toBe(word)
})
