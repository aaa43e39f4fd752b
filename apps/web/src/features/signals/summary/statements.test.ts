import type { Claim } from '@auspex/sdk'
import { expect, test } from 'vitest'
import { toParts } from './statements.tsx'

const claimOf = (quote: string, ...numbers: string[]) =>
  ({
    quote: { text: quote },
    numbers: numbers.map((text) => ({ text })),
  }) as unknown as Claim // the tests need no more of a claim

test('numbers and quotations open their evidence, the rest is plain', () => {
  const claim = claimOf('Bitcoin crashes', '198')
  expect(toParts({ text: 'There were 198 stories: “Bitcoin crashes” led.' }, [claim])).toEqual([
    { text: 'There were ', kind: 'words', claim: null },
    { text: '198', kind: 'number', claim },
    { text: ' stories: ', kind: 'words', claim: null },
    { text: '“Bitcoin crashes”', kind: 'quote', claim },
    { text: ' led.', kind: 'words', claim: null },
  ])
})

test('a quotation that holds marks of its own opens its evidence, in the marks of the sentence', () => {
  const claim = claimOf('"state of war" with South')
  expect(toParts({ text: 'Its headline: “‘state of war’ with South”.' }, [claim])).toEqual([
    { text: 'Its headline: ', kind: 'words', claim: null },
    { text: '“‘state of war’ with South”', kind: 'quote', claim },
    { text: '.', kind: 'words', claim: null },
  ])
})
