import { expect, test } from 'vitest'
import { logOddsTerms } from './log-odds.ts'

const totals = { after: 1_000, before: 1_000 }

test('a word that comes up stands before one that was always common, and before one that is rare', () => {
  const scored = logOddsTerms(
    [
      { term: 'oat', after: 100, before: 98 },
      { term: 'strike', after: 40, before: 2 },
      { term: 'hapax', after: 1, before: 0 },
    ],
    totals,
  )
  expect(scored.map(({ term }) => term)).toEqual(['strike', 'hapax', 'oat'])
  expect(scored[0]?.z).toBeGreaterThan(1.96)
  expect(scored[1]?.z).toBeLessThan(1.96)
})

test('agrees with the formula of the paper, written out', () => {
  const [one] = logOddsTerms([{ term: 'strike', after: 40, before: 2 }], totals)
  // the prior is 200 in total, 4.2 of it for the word
  const logOdds = Math.log(44.2 / (1_200 - 44.2)) - Math.log(6.2 / (1_200 - 6.2))
  expect(one?.logOdds).toBeCloseTo(logOdds, 10)
  expect(one?.z).toBeCloseTo(logOdds / Math.sqrt(1 / 44.2 + 1 / 6.2), 10)
})

test('words that became rarer are left out, and nothing is said without days before', () => {
  expect(logOddsTerms([{ term: 'old', after: 1, before: 30 }], totals)).toEqual([])
  expect(logOddsTerms([{ term: 'new', after: 9, before: 0 }], { after: 900, before: 0 })).toEqual([])
})
