import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { estimateQuality, type JudgedCell } from './query-quality.ts'
import { suggestTerms } from './suggest-terms.ts'

describe('the quality of a query', () => {
  test('precision of one random sample has the exact interval, and no recall without labels outside of the matches', () => {
    const quality = estimateQuality([{ documents: 100_000, isMatch: true, relevantLabels: 18, labels: 20 }])
    expect(quality.precision).toMatchObject({ value: 0.9, labels: 20 })
    // Clopper & Pearson: 0.683 to 0.988
    expect(quality.precision?.low).toBeCloseTo(0.683, 1)
    expect(quality.precision?.high).toBeCloseTo(0.988, 1)
    expect(quality.recall).toBeNull()
  })

  test('recall weighs each side by its documents and not by its labels', () => {
    const { recall } = estimateQuality([
      { documents: 1_000, isMatch: true, relevantLabels: 20, labels: 20 },
      { documents: 2_000, isMatch: false, relevantLabels: 5, labels: 20 },
    ])
    // 1,000 of 1,000 + 500
    expect(recall?.value).toBeCloseTo(2 / 3)
    expect(recall?.labels).toBe(40)
  })

  test('when all documents are labelled, nothing is left to chance', () => {
    const { recall } = estimateQuality([
      { documents: 20, isMatch: true, relevantLabels: 15, labels: 20 },
      { documents: 30, isMatch: false, relevantLabels: 5, labels: 30 },
    ])
    expect(recall).toEqual({ value: 0.75, low: 0.75, high: 0.75, labels: 50 })
  })

  test('a part of the matches without a label widens the interval instead of being assumed', () => {
    const labelled: JudgedCell = { documents: 500, isMatch: true, relevantLabels: 25, labels: 25 }
    const { precision } = estimateQuality([labelled, { documents: 500, isMatch: true, relevantLabels: 0, labels: 0 }])
    expect(precision?.low).toBeLessThan(0.55)
    expect(precision?.high).toBeGreaterThan(0.9)
  })

  test('nothing is known before the first label', () => {
    const none: JudgedCell = { documents: 10, isMatch: true, relevantLabels: 0, labels: 0 }
    expect(estimateQuality([none])).toEqual({ precision: null, recall: null })
  })

  test('in 200 planted libraries, at least 95% of the intervals contain the truth with 50 labels', () => {
    const random = createRandom(7)
    const hits = { precision: 0, recall: 0 }
    for (let library = 0; library < 200; library += 1) {
      const shares = [0.3 + 0.7 * random.next(), 0.3 * random.next(), 0.05 * random.next()]
      const sizes = [random.int(60, 3_000), random.int(100, 3_000), random.int(500, 9_000)]
      const strata = sizes.map((size, index) =>
        plantStratum(size, shares[index] ?? 0, [20, 18, 12][index] ?? 0, random),
      )
      const cells = strata.map((stratum, index) => ({ ...stratum, isMatch: index === 0 }))
      const { precision, recall } = estimateQuality(cells)
      const found = strata[0]?.about ?? 0
      const all = strata.reduce((sum, { about }) => sum + about, 0)
      if (isWithin(found / (sizes[0] ?? 1), precision)) hits.precision += 1
      if (isWithin(found / all, recall)) hits.recall += 1
    }
    expect(hits.precision).toBeGreaterThanOrEqual(190)
    expect(hits.recall).toBeGreaterThanOrEqual(190)
  })
})

function plantStratum(documents: number, share: number, labels: number, random: ReturnType<typeof createRandom>) {
  const truth = Array.from({ length: documents }, () => random.chance(share))
  const relevantLabels = truth.slice(0, labels).filter(Boolean).length
  return { documents, about: truth.filter(Boolean).length, relevantLabels, labels }
}

function isWithin(value: number, interval: { low: number; high: number } | null): boolean {
  return interval !== null && value >= interval.low && value <= interval.high
}

describe('suggested terms', () => {
  const text = (words: string, isMatch: boolean, isRelevant: boolean) => ({
    words: new Set(words.split(' ')),
    isMatch,
    isRelevant,
  })

  test('a word of unwanted matches is excluded, a word of missed documents is added', () => {
    const texts = [
      text('jaguar car engine', true, false),
      text('jaguar car dealer', true, false),
      text('jaguar forest', true, true),
      text('panther forest', false, true),
      text('lion cage', false, false),
    ]
    const suggestions = suggestTerms(texts, new Set(['jaguar']))
    expect(suggestions).toContainEqual({ kind: 'exclude', term: 'car', relevant: 0, irrelevant: 2 })
    // "panther" is in the same document, and the labels cannot tell the two apart
    expect(suggestions).toContainEqual({ kind: 'add', term: 'forest', relevant: 1, irrelevant: 0 })
  })

  test('a word that wanted matches have as often is not excluded', () => {
    const texts = [text('tea price', true, false), text('tea price', true, false), text('tea price cup', true, true)]
    expect(suggestTerms([...texts, text('tea price pot', true, true)], new Set(['tea']))).toEqual([])
  })
})
