import type { Citation } from '@auspex/sdk'
import { expect, test } from 'vitest'
import { citationWords, toAnswerMarkdown, shownText } from './answers.ts'

const measure = (value: number | null): Citation => ({
  kind: 'measure',
  number: 1,
  claimStart: 0,
  claimEnd: 3,
  signalId: 'sig_k2m4p6q8',
  section: 'tone',
  pointer: '/mean',
  value,
})

test.each([
  [76.3485, 'Tone of the report: 76.3'],
  [0.1204, 'Tone of the report: 0.12'],
  [21929, 'Tone of the report: 21,929'],
  [723, 'Tone of the report: 723'],
  [null, 'Tone of the report: unknown'],
])('a source shows its number rounded: %s', (value, words) => {
  expect(citationWords(measure(value))).toBe(words)
})

test('a quotation with Markdown characters is plain text in the footnote, on one line', () => {
  const quote = 'So good!\n\n![x](https://evil.example/a.png) <b>[1]</b>'
  const place = { number: 1, claimStart: 0, claimEnd: 4, quoteStart: 0, quoteEnd: quote.length, quote }
  const markdown = toAnswerMarkdown({
    question: null,
    text: 'Good. [1]',
    citations: [{ ...place, kind: 'document', documentId: 'doc_1', field: 'body' }],
  })
  expect(markdown.split('\n')).toHaveLength(3)
  expect(markdown).toMatch(/^Good\. \[\^1\]\n\n\[\^1\]: “So good/)
  expect(markdown).not.toMatch(/(?<!\\)!\[|(?<!\\)<b>|https:\/\//)
})

const sentence = 'I read this as: topic oat milk, all days.'
const understanding = {
  sentence,
  signalIds: [],
  from: null,
  to: null,
  country: null,
  looksAt: [],
  notUnderstood: [],
  reading: null,
}

test.each([
  [`Neutral [1].\n\n*${sentence}*`, 'Neutral [1].'],
  [`Neutral [1].\n\n*${sentence} One sentence was left out.*`, 'Neutral [1].\n\n*One sentence was left out.*'],
  ['Neutral [1].', 'Neutral [1].'],
])('the interpretation of the question is above the answer and not repeated below it', (text, shown) => {
  expect(shownText({ text, understanding })).toBe(shown)
  expect(shownText({ text, understanding: null })).toBe(text)
})
