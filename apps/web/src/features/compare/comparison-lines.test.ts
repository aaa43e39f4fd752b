import { describe, expect, test } from 'vitest'
import { bucketsOf } from '../../lib/buckets.ts'
import { closesOfBuckets, rateOfBuckets } from './comparison-lines.ts'

const firstDay = '2026-11-02' // a Monday
const ones = Array.from({ length: 14 }, () => 1)

describe('the rate of a span', () => {
  test('is the mean of its known days, so that a gap is no fall and a week of gaps is a gap', () => {
    const values = [4, 4, null, 4, 4, 4, 4, ...Array.from({ length: 7 }, () => null)]
    const weeks = bucketsOf(firstDay, '2026-11-15', 'week')
    expect(rateOfBuckets({ values, exposures: ones }, { firstDay }, weeks)).toEqual([4, null])
  })

  test('is the share of the whole span where values are out of totals', () => {
    const [values, exposures] = [
      [1, 9, 0],
      [10, 30, 0],
    ]
    const week = bucketsOf(firstDay, '2026-11-04', 'week')
    expect(rateOfBuckets({ values, exposures }, { firstDay }, week)).toEqual([0.25])
  })

  test('is of the chosen days alone', () => {
    const values = Array.from({ length: 14 }, (_, day) => day)
    expect(
      rateOfBuckets({ values, exposures: ones }, { firstDay }, bucketsOf('2026-11-05', '2026-11-06', 'day')),
    ).toEqual([3, 4])
  })
})

test('the close of a span is its last known one, and days without trade have none', () => {
  const days = [
    { day: '2026-11-06', signal: null, close: 10 },
    { day: '2026-11-07', signal: null, close: null },
    { day: '2026-11-09', signal: null, close: 12 },
  ]
  expect(closesOfBuckets(days, bucketsOf('2026-11-06', '2026-11-09', 'day'))).toEqual([10, null, null, 12])
  expect(closesOfBuckets(days, bucketsOf('2026-11-02', '2026-11-15', 'week'))).toEqual([10, 12])
})
