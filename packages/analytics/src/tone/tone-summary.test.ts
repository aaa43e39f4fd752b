import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { bootstrapTone, clearTone, countStoryTones, createStoryTones, toneSummary } from './tone-summary.ts'

describe('bootstrap tone', () => {
  function boundsOf(stories: readonly (readonly number[])[]) {
    const tones = createStoryTones()
    for (const scores of stories)
      tones.add(
        scores.length,
        scores.reduce((sum, score) => sum + score, 0),
      )
    return bootstrapTone(tones.classes())
  }

  test('is not more certain with copies of a story', () => {
    const alone = Array.from({ length: 60 }, (_, n) => [n % 3 === 0 ? -0.6 : 0.5])
    const copied = alone.map(([score = 0]) => Array.from({ length: 5 }, () => score))
    const [one, many] = [boundsOf(alone), boundsOf(copied)]
    expect(many?.low).toBeCloseTo(one?.low ?? 0, 1)
    expect(many?.high).toBeCloseTo(one?.high ?? 0, 1)
    const independentBounds = boundsOf(copied.flat().map((score) => [score]))
    expect((independentBounds?.high ?? 0) - (independentBounds?.low ?? 0)).toBeLessThan(
      ((many?.high ?? 0) - (many?.low ?? 0)) * 0.6,
    )
  })

  test('contains the true mean in about 95 of 100 cases, also with few stories', () => {
    const random = createRandom(7)
    for (const stories of [8, 60]) {
      let covered = 0
      const runs = 250
      for (let run = 0; run < runs; run += 1) {
        const drawn = Array.from({ length: stories }, () => {
          const score = random.next() * 1.6 - 0.6 // of mean 0.2
          return Array.from({ length: 1 + random.below(4) }, () => score)
        })
        const bounds = boundsOf(drawn)
        if (bounds !== null && bounds.low <= 0.2 && bounds.high >= 0.2) covered += 1
      }
      expect(covered / runs).toBeGreaterThan(0.9)
      expect(covered / runs).toBeLessThan(0.99)
    }
  })

  test('is the same for stories in any order, and has no bounds for a single one', () => {
    const stories = Array.from({ length: 50 }, (_, n) => [Math.sin(n), Math.sin(n) / 2].slice(0, 1 + (n % 2)))
    expect(boundsOf(stories.toReversed())).toEqual(boundsOf(stories))
    expect(boundsOf([[0.2, 0.2, 0.2]])).toBeNull()
    expect(boundsOf([])).toBeNull()
  })
})

describe('tone summary', () => {
  test('averages documents of known tone, with bounds', () => {
    const summary = toneSummary({ n: 10, positive: 4, neutral: 2, negative: 2, unknown: 2, sum: 2, sumSquares: 2 })
    expect(summary).toMatchObject({ n: 10, known: 8, mean: 0.25, positiveShare: 0.5, undecidedShare: 0.4 })
    expect(summary.interval?.low).toBeLessThan(0.25)
    expect(summary.positiveInterval?.low).toBeGreaterThan(0.2)
  })

  test('has no mean, rather than a neutral one, for documents of unknown tone', () => {
    const summary = toneSummary({ n: 3, positive: 0, neutral: 0, negative: 0, unknown: 3, sum: 0, sumSquares: 0 })
    expect(summary).toMatchObject({ mean: null, interval: null, positiveShare: null, undecidedShare: 1 })
  })

  test('has no undecided share without documents', () => {
    const summary = toneSummary({ n: 0, positive: 0, neutral: 0, negative: 0, unknown: 0, sum: 0, sumSquares: 0 })
    expect(summary.undecidedShare).toBeNull()
  })
})

describe('story tones', () => {
  test('counts a story that a hundred outlets copy once', () => {
    const stories = createStoryTones()
    stories.add(100, -60)
    stories.add(1, 0.5)
    stories.add(1, 0.8)
    stories.add(2, 0)
    stories.add(0, 0)
    expect(countStoryTones(stories.classes())).toEqual({ positive: 2, neutral: 1, negative: 1 })
  })
})

describe('clear side', () => {
  test('is none for a list of parts, whatever valence its words have', () => {
    for (const style of ['news', 'post'] as const)
      for (const text of [
        'Nokia Lumia 920 official: Dual-core 1.5GHz Snapdragon S4 CPU, 8MP rear PureView camera, NFC, integrated wireless charging, Windows Phone 8',
        'The committee meets on Tuesday at the usual place.',
      ])
        expect([text, clearTone(text, { style })]).toEqual([text, 0])
  })

  test('is positive or negative for a sentence that judges', () => {
    expect(clearTone('The camera is terrible and the battery is awful.', { style: 'post' })).toBe(-1)
    expect(clearTone('I love this phone, it is wonderful.', { style: 'post' })).toBe(1)
  })

  test('ignores words of the query', () => {
    expect(clearTone('The crash was on Tuesday.', { without: new Set(['crash']) })).toBe(0)
  })
})
