import { expect, test } from 'vitest'
import { createToneScorer } from './create-tone-scorer.ts'
import { explainTone } from './explain-tone.ts'

function explain(text: string, lang: string | null = 'en') {
  return explainTone(text, lang).map(({ start, end, label, words }) => ({
    text: text.slice(start, end),
    label,
    words: words.map((word) => [text.slice(word.start, word.end), Math.sign(word.valence)]),
  }))
}

test('each sentence has its own tone and the words it comes from', () => {
  expect(
    explain('I love this! It’s not good — and in every corner of it that “terrible” smell.\n\nIt costs 4 crowns.'),
  ).toEqual([
    { text: 'I love this!', label: 'positive', words: [['love', 1]] },
    {
      text: 'It’s not good — and in every corner of it that “terrible” smell.',
      label: 'negative',
      words: [
        ['good', -1],
        ['terrible', -1],
      ],
    },
    { text: 'It costs 4 crowns.', label: 'unknown', words: [] },
  ])
})

test('a sentence scores as it does alone', () => {
  const score = createToneScorer()
  const text = 'Dr. Smith LOVES it :) but others were VERY unhappy!!! Prices fell -- nobody cares...'
  for (const { start, end, score: own, label, scoredWords } of explainTone(text, 'en'))
    expect({ score: own, label, scoredWords }).toEqual(score(text.slice(start, end)))
  expect(explain(text).map((one) => one.text)).toHaveLength(2)
})

test('another language than English has no words to show', () => {
  expect(explain('Ich liebe dieses Getränk.', 'de')).toEqual([])
})
