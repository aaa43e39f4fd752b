import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import {
  concentration,
  dayShare,
  distanceFromUsual,
  medianOf,
  pooledEngagement,
  sumReactions,
  typicalViews,
  videoEngagement,
} from './hashtags.ts'
import { studentPoint } from '../series/interval.ts'

type Random = ReturnType<typeof createRandom>
/** In (0, 1), in steps of a millionth. */
const uniform = (random: Random) => (random.below(1_000_000) + 0.5) / 1_000_000
const exponential = (random: Random) => -Math.log(uniform(random))
const normal = (random: Random) => Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * uniform(random))
/** How often the bounds of many random sets contain the value that the sets were drawn with. */
function coveredShare(rounds: number, isHeld: (random: Random) => boolean): number {
  const random = createRandom(20_261_123)
  let covered = 0
  for (let round = 0; round < rounds; round++) if (isHeld(random)) covered += 1
  return covered / rounds
}

const sumsOf = (videos: readonly { views: number; reactions: number }[]) => ({
  videos: videos.length,
  views: videos.reduce((sum, { views }) => sum + views, 0),
  reactions: videos.reduce((sum, video) => sum + video.reactions, 0),
  viewsSquared: videos.reduce((sum, { views }) => sum + views ** 2, 0),
  reactionsSquared: videos.reduce((sum, video) => sum + video.reactions ** 2, 0),
  product: videos.reduce((sum, video) => sum + video.reactions * video.views, 0),
})
const reactions = { likes: null, comments: null, shares: null }

describe('the share of a hashtag', () => {
  test('is its share of all videos of its days, with Wilson’s bounds when days differ only by chance', () => {
    const even = dayShare([
      { count: 10, total: 100 },
      { count: 10, total: 100 },
      { count: 0, total: 0 },
    ])
    expect(even).toMatchObject({ share: 0.1, n: 200 })
    expect(even?.low).toBeCloseTo(0.0658, 3)
    expect(even?.high).toBeCloseTo(0.149, 3)
  })

  test('contains the planted share in 95 of 100 sets although the variance of days is five times that of chance', () => {
    const covered = coveredShare(400, (random) => {
      const days = Array.from({ length: 30 }, () => {
        // a separate share for each day, around 10 %
        const share = Math.min(0.9, Math.max(0, 0.1 + 0.06 * normal(random)))
        const total = 100
        const count = Array.from({ length: total }, () => uniform(random) < share).filter(Boolean).length
        return { count, total }
      })
      const found = dayShare(days)
      return found !== null && found.low <= 0.1015 && found.high >= 0.1
    })
    expect(covered).toBeGreaterThan(0.9)
  })

  test('is unknown without videos, and 0 with bounds when none carries it', () => {
    expect(dayShare([{ count: 0, total: 0 }])).toBeNull()
    expect(dayShare([{ count: 0, total: 50 }])).toMatchObject({ share: 0, low: 0, high: expect.closeTo(0.0713, 3) })
  })
})

describe('the engagement rate', () => {
  test('sums the known reactions, and is unknown without any', () => {
    expect(sumReactions({ likes: 5, comments: null, shares: 2 })).toBe(7)
    expect(sumReactions(reactions)).toBeNull()
    expect(videoEngagement({ ...reactions, views: 100 })).toBeNull()
    expect(videoEngagement({ ...reactions, views: null, likes: 4 })).toBeNull()
    expect(videoEngagement({ ...reactions, views: 0, likes: 4 })).toBeNull()
  })

  test('is less certain for few views than for many', () => {
    const few = videoEngagement({ ...reactions, views: 10, likes: 2 })
    const many = videoEngagement({ ...reactions, views: 10_000, likes: 2000 })
    expect([few?.rate, many?.rate]).toEqual([0.2, 0.2])
    expect(few?.interval?.low).toBeLessThan(many?.interval?.low ?? 0)
  })

  test('never exceeds every view', () => {
    expect(videoEngagement({ ...reactions, views: 10, likes: 500 })?.rate).toBe(1)
  })

  test('of a creator has bounds from the spread of the videos, and none for a single one', () => {
    const alone = pooledEngagement(sumsOf([{ views: 1_000_000, reactions: 50_000 }]))
    expect(alone).toEqual({ rate: 0.05, interval: null, videos: 1 })
    const covered = coveredShare(500, (random) => {
      const videos = Array.from({ length: 12 }, () => {
        const views = 1000 + random.below(9000)
        return { views, reactions: Math.round(views * (0.04 + 0.04 * uniform(random))) }
      })
      const { interval = null } = pooledEngagement(sumsOf(videos)) ?? {}
      return interval !== null && interval.low <= 0.06 && interval.high >= 0.06
    })
    expect(covered).toBeGreaterThan(0.92)
    expect(covered).toBeLessThan(0.985)
  })
})

describe('the usual video', () => {
  const usual = [90, 95, 100, 100, 105, 110, 120]

  test('is not moved by one viral hit, which the share of all views shows', () => {
    const before = typicalViews(usual)
    const after = typicalViews([...usual, 5_000_000])
    expect(before?.median).toBe(100)
    expect(after?.median).toBe(102.5)
    expect(after?.upperQuarter).toBeLessThan(120)
    expect(after?.topShare).toBeGreaterThan(0.999)
  })

  test('has a median whose bounds contain the planted one in 95 of 100 sets, however skewed the views are', () => {
    const covered = coveredShare(500, (random) => {
      const { interval = null } =
        typicalViews(Array.from({ length: 40 }, () => 1000 * Math.exp(2 * normal(random)))) ?? {}
      return interval !== null && interval.low <= 1000 && interval.high >= 1000
    })
    expect(covered).toBeGreaterThan(0.93)
  })

  test('has no bounds with five videos, and is unknown without any', () => {
    expect(typicalViews([1, 2, 3, 4, 5])?.interval).toBeNull()
    expect(typicalViews([1, 2, 3, 4, 5, 6])?.interval).toEqual({ low: 1, high: 6 })
    expect(typicalViews([])).toBeNull()
    expect(typicalViews([0, 0])?.topShare).toBeNull()
    expect(medianOf([])).toBeNull()
  })

  test('has a hit when one of six videos or more has 30% of the views', () => {
    expect(typicalViews([1, 1, 1, 1, 1, 3])?.hasHit).toBe(true)
    expect(typicalViews([1, 1, 1, 1, 1, 2])?.hasHit).toBe(false)
    expect(typicalViews([1, 1, 1, 1, 9])?.hasHit).toBe(false)
  })

  test('is as far from half of its views as from twice as many', () => {
    expect(distanceFromUsual(49, 99)).toBe(distanceFromUsual(199, 99))
    expect(distanceFromUsual(99, 99)).toBe(0)
  })
})

describe('the concentration of creators', () => {
  test('is their number when all are equal, and one when one has all views', () => {
    expect(concentration(Array.from({ length: 40 }, () => 7))).toMatchObject({
      creators: 40,
      effectiveCreators: 40,
      topTenShare: 0.25,
      verdict: 'many_voices',
    })
    expect(concentration([1_000_000, 1, 1])).toMatchObject({
      effectiveCreators: expect.closeTo(1, 4),
      verdict: 'one_voice',
    })
  })

  test('is reported when ten hold half, and not for few creators', () => {
    expect(
      concentration([...Array.from({ length: 10 }, () => 90), ...Array.from({ length: 30 }, () => 10)])?.verdict,
    ).toBe('few_voices')
    expect(concentration([3, 3, 3])?.verdict).toBe('unknown')
    expect(concentration([60, 20, 20])?.verdict).toBe('few_voices')
    expect(concentration([5])).toMatchObject({ verdict: 'unknown', interval: null })
    expect(concentration([0, 0])).toBeNull()
  })

  test('has bounds that contain the planted number in about 9 of 10 sets: half of the creators, where sizes are exponential', () => {
    const covered = coveredShare(400, (random) => {
      const found = concentration(Array.from({ length: 200 }, () => exponential(random)))
      return found?.interval !== null && found !== null && found.interval.low <= 100 && found.interval.high >= 100
    })
    expect(covered).toBeGreaterThan(0.87)
  })
})

test.each([
  [1, 12.706],
  [5, 2.571],
  [10, 2.228],
  [30, 2.042],
  [1000, 1.962],
])('Student’s point of %d degrees of freedom is %d, as in the tables', (freedom, point) => {
  expect(studentPoint(freedom)).toBeCloseTo(point, 2)
})
