import { expect, test } from 'vitest'
import { toLiftScale, toPercent } from './contexts-section.tsx'

test.each([
  [[2], [1, 2]],
  [
    [9, 12],
    [1, 2, 4, 8],
  ],
  [[90], [1, 5, 25]],
  [[4_000], [1, 10, 100, 1_000]],
])('lifts up to the highest of %j have the ticks %j', (lifts, ticks) => {
  expect(toLiftScale(lifts.map((liftHigh) => ({ liftHigh }))).ticks).toEqual(ticks)
})

test('equal ratios are equally far apart, and ×1 is where the bars begin', () => {
  const scale = toLiftScale([{ liftHigh: 100 }])
  expect([1, 10, 100].map((lift) => toPercent(lift, scale))).toEqual(['0%', '50%', '100%'])
})
