import { describe, expect, test } from 'vitest'
import { describeTrend, type MeasuredChange } from './trend-words.ts'

type Counts = Omit<MeasuredChange, 'momentum'>

function say(counts: Counts, ratio: { value: number; low: number; high: number }): string {
  const momentum = { ...ratio, n: counts.stories + counts.previousStories, method: 'ratio of shares' }
  return describeTrend({ ...counts, momentum }, { windowDays: 28, covered: { current: 28, previous: 28 } })
}

describe('why a trend is shown', () => {
  const fall = { value: 0.5, low: 0.3, high: 0.8 }
  const growth = { value: 2, low: 1.3, high: 3 }

  test.each<[string, Counts, typeof fall, string]>([
    [
      'a share that grew',
      { stories: 54, previousStories: 30, change: 'grew', isRatioTold: true },
      growth,
      'as large a share of what was collected, at least 1.3 times.',
    ],
    [
      'a share that grew alone',
      { stories: 30, previousStories: 30, change: 'grew', isRatioTold: true },
      growth,
      'at least 1.3 times, though there were no more stories.',
    ],
    [
      'a share that fell',
      { stories: 20, previousStories: 30, change: 'fell', isRatioTold: true },
      fall,
      '0.5 times the share of what was collected, at most 0.8 times.',
    ],
    [
      'a share that fell alone',
      { stories: 30, previousStories: 30, change: 'fell', isRatioTold: true },
      fall,
      'at most 0.8 times, though there were no fewer stories.',
    ],
    [
      'a share that fell alone, how much untold',
      { stories: 31, previousStories: 30, change: 'fell', isRatioTold: false },
      fall,
      'its share of what was collected fell for certain, though there were no fewer stories; how much cannot be told.',
    ],
  ])('of %s is told as a share of what was collected', (_, counts, ratio, words) => {
    expect(say(counts, ratio)).toContain(words)
    expect(say(counts, ratio)).not.toMatch(/published|\bit (?:grew|fell)/u)
  })
})
