import { expect, test } from 'vitest'
import { shownText } from './answer-text.ts'

const sentence = 'I read this as: topic oat milk, all days.'
const understanding = {
  sentence,
  signalIds: [],
  from: null,
  to: null,
  country: null,
  looksAt: [],
  notUnderstood: [],
}

test.each([
  [`Neutral [1].\n\n*${sentence}*`, 'Neutral [1].'],
  [`Neutral [1].\n\n*${sentence} One sentence was left out.*`, 'Neutral [1].\n\n*One sentence was left out.*'],
  ['Neutral [1].', 'Neutral [1].'],
])('how the question was read stands above the answer and not again below it', (text, shown) => {
  expect(shownText({ text, understanding })).toBe(shown)
  expect(shownText({ text, understanding: null })).toBe(text)
})
