import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { backgroundWithoutSignal, contextAssociation, type ContextInput, scoreContexts } from './score-contexts.ts'
import { isContextTerm } from './context-terms.ts'

const input: ContextInput = {
  candidates: [
    { term: 'battery', hits: 40, background: 60 },
    { term: 'report', hits: 20, background: 200 },
    { term: 'rare', hits: 3, background: 3 },
    { term: 'electric', hits: 90, background: 100 },
    { term: 'football', hits: 5, background: 400 },
  ],
  hitsTotal: 100,
  backgroundTotal: 1_000,
  minHits: 3,
  exclude: new Set(['electric']),
}

describe('scoreContexts', () => {
  test('ranks terms that are more frequent here than elsewhere, without the words of the query', () => {
    expect(scoreContexts(input).map(({ term }) => term)).toEqual(['battery', 'rare'])
  })

  test('the likelihood ratio agrees with a table computed by hand', () => {
    // Observed 40, 60, 20, 880 against expected 6, 94, 54, 846.
    const expected =
      2 * (40 * Math.log(40 / 6) + 60 * Math.log(60 / 94) + 20 * Math.log(20 / 54) + 880 * Math.log(880 / 846))
    const [battery] = scoreContexts(input)
    expect(battery?.gSquared).toBeCloseTo(expected, 9)
    // 40 seen, 100 · 20 / 900 expected, and one document of the prior with each
    expect(battery?.lift).toBeCloseTo(41 / (2_000 / 900 + 1), 9)
    expect(battery?.liftInterval.low).toBeGreaterThan(8)
    expect(battery?.isSignificant).toBe(true)
  })

  test('gives a word that occurs nowhere else a lift that its few documents support', () => {
    const rare = scoreContexts(input).find(({ term }) => term === 'rare')
    expect(rare?.lift).toBe(4)
    const { low = 0, high = 0 } = rare?.liftInterval ?? {}
    expect(high / low).toBeLessThan(10)
  })

  test('does not compare terms with fewer hits than the minimum', () => {
    expect(scoreContexts({ ...input, minHits: 4 }).map(({ term }) => term)).toEqual(['battery'])
  })

  test('returns nothing without documents outside the signal', () => {
    expect(scoreContexts({ ...input, backgroundTotal: 100 })).toEqual([])
  })

  test('finds hardly one significant term in twenty among random words', () => {
    const random = createRandom(51)
    let found = 0
    for (let round = 0; round < 200; round++) {
      const candidates = Array.from({ length: 50 }, (_, index) => {
        const hits = random.poisson(10)
        return { term: `w${index}`, hits, background: hits + random.poisson(90) }
      })
      const contexts = scoreContexts({
        candidates,
        hitsTotal: 200,
        backgroundTotal: 2_000,
        minHits: 1,
        exclude: new Set(),
      })
      if (contexts.some(({ isSignificant }) => isSignificant)) found++
    }
    expect(found / 200).toBeLessThan(0.08)
  })
})

test.each([
  ['climate', true],
  ['the', false],
  ['sind', false],
  ['x', false],
  ['2026', false],
  ['q3', true],
  ['東京', true],
])('%s can be a context: %s', (token, expected) => {
  expect(isContextTerm(token)).toBe(expected)
})

describe('contextAssociation', () => {
  test('agrees with scoreContexts for one term, and also reports rarer ones', () => {
    const [battery] = scoreContexts(input)
    const counts = { hitsTotal: 100, backgroundTotal: 1_000 }
    expect(contextAssociation({ hits: 40, background: 60, ...counts })?.lift).toBe(battery?.lift)
    expect(contextAssociation({ hits: 5, background: 400, ...counts })?.lift).toBeLessThan(1)
  })

  test('is unknown for a term without documents, and without documents outside', () => {
    expect(contextAssociation({ hits: 0, background: 60, hitsTotal: 100, backgroundTotal: 1_000 })).toBeNull()
    expect(contextAssociation({ hits: 40, background: 60, hitsTotal: 100, backgroundTotal: 100 })).toBeNull()
  })
})

describe('backgroundWithoutSignal', () => {
  test('removes the share of the signal from a sampled background', () => {
    // an eighth of 8,000 documents; the signal has 800, of which 200 were read and half contain the term
    const counts = {
      hits: 100,
      sampledDocuments: 200,
      matchingDocuments: 800,
      background: 60,
      backgroundTotal: 1_000,
      libraryDocuments: 8_000,
    }
    expect(backgroundWithoutSignal(counts)).toEqual({ background: 100 + 10, backgroundTotal: 200 + 900 })
  })

  test('counts a term that occurs nowhere else as absent outside', () => {
    const counts = {
      hits: 9,
      sampledDocuments: 9,
      matchingDocuments: 9,
      background: 9,
      backgroundTotal: 50,
      libraryDocuments: 50,
    }
    expect(backgroundWithoutSignal(counts)).toEqual({ background: 9, backgroundTotal: 50 })
  })
})
