import { describe, expect, test } from 'vitest'
import { bucketOf, bucketsOf, bucketTitle, grainFor, ticksOf } from './buckets.ts'
import { dayChoices } from './day-choices.ts'

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

const year = { firstDay: '2025-12-01', lastDay: '2026-11-30' }
const spans = [
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]

/** The choices over one year while its autumn is shown, and the ranges that were selected. */
const choicesOf = (first = '2026-09-02', last = '2026-11-30') => {
  const chosen: [string, string][] = []
  const setRange = (from: string, to: string) => void chosen.push([from, to])
  return { ...dayChoices({ ...year, first, last, setRange }, spans), chosen }
}

test('a span ends on the last day, and one as long as the whole time is not offered beside “All”', () => {
  const { spans: offered, chosen } = choicesOf()
  expect(offered.map(({ label, isSet }) => [label, isSet])).toEqual([
    ['90 days', true],
    ['All', false],
  ])
  for (const { choose } of offered) choose()
  expect(chosen).toEqual([
    ['2026-09-02', '2026-11-30'],
    ['2025-12-01', '2026-11-30'],
  ])
})

test('a date is taken when it is whole and not beyond the other', () => {
  const { from, to, chosen } = choicesOf('2026-03-01', '2026-06-01')
  for (const day of ['', '2026-06-02', '2026-04-01']) from.choose(day)
  for (const day of ['', '2026-02-28', '2026-05-01']) to.choose(day)
  expect(chosen).toEqual([
    ['2026-04-01', '2026-06-01'],
    ['2026-03-01', '2026-05-01'],
  ])
})

test('the strip counts days from the first, and two weeks need none', () => {
  const { strip, chosen } = choicesOf('2025-12-02', '2025-12-31')
  expect(strip).toMatchObject({ days: 365, range: [1, 30] })
  strip?.onChange([0, 364])
  expect(chosen).toEqual([['2025-12-01', '2026-11-30']])
  const fortnight = { firstDay: '2026-11-17', lastDay: '2026-11-30', first: '2026-11-17', last: '2026-11-30' }
  expect(dayChoices({ ...fortnight, setRange: () => undefined }, spans).strip).toBe(null)
})
