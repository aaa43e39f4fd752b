import { expect, test } from 'vitest'
import { narrowerQueries } from './topics.ts'

test.each([
  ['Brask Motors lead', ['Brask Motors']],
  ['cork shoes appear', ['shoes appear', 'cork shoes']],
  ['care AND "kelp burgers"', ['kelp burgers', 'care']],
  ['Grubbleton Dynamics', []],
  ['about Grubbleton Dynamics', ['Grubbleton Dynamics']],
  ['Pellucid', []],
])('%s is looked for in narrower words', (query, narrower) => {
  expect(narrowerQueries(query, false)).toEqual(narrower)
})

test('a word that only has its capital from the sentence can go', () => {
  expect(narrowerQueries('Recap Castellan Bank', true)).toContain('Castellan Bank')
})
