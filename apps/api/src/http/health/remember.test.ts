import { describe, expect, test } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { remember } from './health.operations.ts'

describe('a cached result', () => {
  test('is shared until it expires', async () => {
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    let runs = 0
    const cached = remember(clock, 1000, async () => ++runs)
    expect(await Promise.all([cached(), cached()])).toEqual([1, 1])
    clock.set('2026-11-21T08:00:01Z')
    expect(await cached()).toBe(2)
  })

  test('that failed is not cached', async () => {
    let runs = 0
    const cached = remember(createFixedClock('2026-11-21T08:00:00Z'), 1000, async () => {
      runs += 1
      if (runs === 1) throw new Error('down')
      return runs
    })
    await expect(cached()).rejects.toThrow('down')
    expect(await cached()).toBe(2)
  })
})
