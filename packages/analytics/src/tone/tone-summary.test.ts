import { expect, test } from 'vitest'
import { toneSummary } from './tone-summary.ts'

test('the mean runs over known documents and carries its bounds', () => {
  const summary = toneSummary({ n: 10, positive: 4, neutral: 2, negative: 2, unknown: 2, sum: 2, sumSquares: 2 })
  expect(summary).toMatchObject({ n: 10, known: 8, mean: 0.25, positiveShare: 0.5, undecidedShare: 0.4 })
  expect(summary.interval?.low).toBeLessThan(0.25)
  expect(summary.positiveInterval?.low).toBeGreaterThan(0.2)
})

test('documents of unknown tone give no mean, not a neutral one', () => {
  const summary = toneSummary({ n: 3, positive: 0, neutral: 0, negative: 0, unknown: 3, sum: 0, sumSquares: 0 })
  expect(summary).toMatchObject({ mean: null, interval: null, positiveShare: null, undecidedShare: 1 })
})

test('no documents have no undecided share', () => {
  const summary = toneSummary({ n: 0, positive: 0, neutral: 0, negative: 0, unknown: 0, sum: 0, sumSquares: 0 })
  expect(summary.undecidedShare).toBeNull()
})
