import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { type Momentum, momentum, type MomentumInput } from './momentum.ts'

const week = (value: number): number[] => Array.from({ length: 7 }, () => value)

function knownMomentum(input: MomentumInput): Momentum {
  const result = momentum(input)
  if ('unknown' in result) throw new Error(result.unknown)
  return result
}

describe('momentum', () => {
  test('a week of twice as many documents is a ratio of 2 with bounds around it', () => {
    const result = knownMomentum({ counts: [...week(10), ...week(20)], windowDays: 7 })
    expect(result).toMatchObject({ ratio: expect.closeTo(2, 9), current: 20, previous: 10, basis: 'count' })
    // Poisson: exp(ln 2 ± 1.96 √(1/140 + 1/70)).
    expect(result.low).toBeCloseTo(1.501, 2)
    expect(result.high).toBeCloseTo(2.665, 2)
  })

  test('a source that doubles everything is no trend', () => {
    const counts = [...week(10), ...week(20)]
    const result = knownMomentum({ counts, exposure: [...week(100), ...week(200)], windowDays: 7 })
    expect(result).toMatchObject({ ratio: expect.closeTo(1, 9), current: 0.1, basis: 'share' })
  })

  test('days that were not covered are left out instead of counted as zero', () => {
    const gap = [20, 20, null, null, 20, 20, 20]
    expect(knownMomentum({ counts: [...week(20), ...gap], windowDays: 7 }).ratio).toBeCloseTo(1, 9)
  })

  test('uneven days widen the bounds', () => {
    const even = knownMomentum({ counts: [...week(10), ...week(10)], windowDays: 7 })
    const uneven = knownMomentum({ counts: [...week(10), 0, 0, 0, 70, 0, 0, 0], windowDays: 7 })
    expect(uneven.high).toBeGreaterThan(even.high * 2)
  })

  test('an empty window gives a finite ratio with wide bounds', () => {
    const result = knownMomentum({ counts: [...week(0), ...week(1)], windowDays: 7 })
    expect(result.ratio).toBeCloseTo(15, 6)
    expect(result.low).toBeLessThan(1)
  })

  test.each([
    [{ counts: week(3), windowDays: 7 }, 'series-too-short'],
    [{ counts: [...week(0), ...week(0)], windowDays: 7 }, 'no-documents'],
    [{ counts: [...week(1), null, null, null, null, null, null, null], windowDays: 7 }, 'no-coverage'],
    [{ counts: [...week(5), ...week(5)], exposure: [...week(9), ...week(4)], windowDays: 7 }, 'exposure-below-count'],
    [{ counts: [], windowDays: 0 }, 'series-too-short'],
  ])('without enough data it says why: %j', (input, reason) => {
    expect(momentum(input)).toEqual({ unknown: reason })
  })

  test.each([
    ['steady Poisson counts', 0],
    ['bursty counts', 0.6],
  ])('bounds hold the true ratio about 95 times in 100: %s', (_, burstiness) => {
    const random = createRandom(42)
    const rounds = 1_000
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const counts = Array.from({ length: 28 }, (_day, day) => {
        const spread = burstiness === 0 ? 1 : random.next() < 0.5 ? 1 - burstiness : 1 + burstiness
        return random.poisson((day < 14 ? 6 : 9) * spread)
      })
      const result = knownMomentum({ counts, windowDays: 14 })
      if (result.low <= 1.5 && 1.5 <= result.high) held++
    }
    console.info(`momentum coverage, burstiness ${burstiness}: ${((100 * held) / rounds).toFixed(1)} %`)
    expect(held / rounds).toBeGreaterThan(0.92)
    expect(held / rounds).toBeLessThan(0.99)
  })
})
