import { describe, expect, test } from 'vitest'
import { bucketOf, bucketsOf, bucketTitle, grainFor, ticksOf } from './buckets.ts'

describe('buckets', () => {
  test('days, weeks or months, by the length of the range', () => {
    expect([30, 120, 121, 1100, 1101, 7000].map(grainFor)).toEqual(['day', 'day', 'week', 'week', 'month', 'month'])
  })

  test('weeks begin on Monday; the ends of the range are marked as parts', () => {
    expect(bucketsOf('2026-01-01', '2026-01-13', 'week')).toEqual([
      { first: '2026-01-01', last: '2026-01-04', partial: true },
      { first: '2026-01-05', last: '2026-01-11', partial: false },
      { first: '2026-01-12', last: '2026-01-13', partial: true },
    ])
  })

  test('months know their length, leap years too', () => {
    expect(bucketsOf('2024-02-01', '2024-03-31', 'month').map((bucket) => [bucket.last, bucket.partial])).toEqual([
      ['2024-02-29', false],
      ['2024-03-31', false],
    ])
  })

  test('a span that the server measured knows whether it is whole', () => {
    expect(bucketOf('2026-01-05', '2026-01-11', 'week').partial).toBe(false)
    expect(bucketOf('2026-01-05', '2026-01-09', 'week').partial).toBe(true)
    expect(bucketOf('2026-02-03', '2026-02-28', 'month').partial).toBe(true)
  })

  test('a part is called by its days', () => {
    const [part, whole] = bucketsOf('2026-01-20', '2026-02-28', 'month')
    expect(part && bucketTitle(part, 'month')).toBe('20 Jan 2026 – 31 Jan 2026')
    expect(whole && bucketTitle(whole, 'month')).toBe('February 2026')
  })

  test('the axis of several years names years, that of one names months', () => {
    expect(ticksOf(bucketsOf('2023-06-01', '2026-06-30', 'month')).map((tick) => tick.label)).toEqual([
      '2024',
      '2025',
      '2026',
    ])
    expect(ticksOf(bucketsOf('2025-11-10', '2026-02-28', 'day')).map((tick) => tick.label)).toEqual([
      'Dec',
      'Jan 2026',
      'Feb',
    ])
  })
})
