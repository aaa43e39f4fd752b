import { expect, test } from 'vitest'
import { createToneScorer } from './create-tone-scorer.ts'

const score = createToneScorer()

test.each([
  ['Operating profit fell to EUR 35.4 mn', 'negative'],
  ['Operating costs fell 8 per cent', 'positive'],
  ['Unemployment climbed to 9 %', 'negative'],
  ['Unemployment dropped', 'positive'],
  ['Lower profits for the mill', 'negative'],
  ['Earnings per share were up from 0.31', 'positive'],
  ['Profit did not rise', 'negative'],
])('what goes up or down decides: %j is %s', (text, label) => {
  expect(score(text).label).toBe(label)
})

test('a measure keeps the tone of its word where nothing says which way it goes', () => {
  expect(score('Net debt stood at EUR 240 million').label).toBe('negative')
  expect(score('Sales were unchanged. Prices rose').scoredWords).toBe(1)
})

test('reviews are not read so', () => {
  expect(createToneScorer({ style: 'comment' })('The costs fell').score).toBeLessThan(0)
})
