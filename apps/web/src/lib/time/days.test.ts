import { afterEach, describe, expect, test } from 'vitest'
import { setDateStyle } from '../storage/settings.ts'
import { alignDays, bucketOf, bucketsOf, bucketTitle, grainFor, mainDays, ticksOf } from './buckets.ts'
import { lastDayOfMonth, periodBefore } from './dates.ts'
import { dayChoices } from './day-choices.ts'
import {
  formatDay,
  formatDayOfMonth,
  formatDayRange,
  formatDuration,
  formatInstant,
  formatMonth,
  formatSince,
} from './format.ts'

describe('buckets', () => {
  test('the grain is days, weeks or months, depending on the length of the range', () => {
    expect([30, 120, 121, 1100, 1101, 7000].map(grainFor)).toEqual(['day', 'day', 'week', 'week', 'month', 'month'])
  })

  test('weeks begin on Monday, and incomplete ones at the ends are marked as partial', () => {
    expect(bucketsOf('2026-01-01', '2026-01-13', 'week')).toEqual([
      { first: '2026-01-01', last: '2026-01-04', partial: true },
      { first: '2026-01-05', last: '2026-01-11', partial: false },
      { first: '2026-01-12', last: '2026-01-13', partial: true },
    ])
  })

  test('months have the right length, also in leap years', () => {
    expect(bucketsOf('2024-02-01', '2024-03-31', 'month').map((bucket) => [bucket.last, bucket.partial])).toEqual([
      ['2024-02-29', false],
      ['2024-03-31', false],
    ])
  })

  test('a span measured by the server is marked if it is partial', () => {
    expect(bucketOf('2026-01-05', '2026-01-11', 'week').partial).toBe(false)
    expect(bucketOf('2026-01-05', '2026-01-09', 'week').partial).toBe(true)
    expect(bucketOf('2026-02-03', '2026-02-28', 'month').partial).toBe(true)
  })

  test('a partial span is titled by its days', () => {
    const [part, full] = bucketsOf('2026-01-20', '2026-02-28', 'month')
    expect(part && bucketTitle(part, 'month')).toBe('20 Jan 2026 – 31 Jan 2026')
    expect(full && bucketTitle(full, 'month')).toBe('February 2026')
  })

  test('the axis of several years shows years, that of one year shows months', () => {
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

test('spans end on the last day, and one as long as the whole period is not offered next to “All”', () => {
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

test('a date is accepted if it is complete and not beyond the other one', () => {
  const { from, to, chosen } = choicesOf('2026-03-01', '2026-06-01')
  for (const day of ['', '2026-06-02', '2026-04-01']) from.choose(day)
  for (const day of ['', '2026-02-28', '2026-05-01']) to.choose(day)
  expect(chosen).toEqual([
    ['2026-04-01', '2026-06-01'],
    ['2026-03-01', '2026-05-01'],
  ])
})

test('the strip counts days from the first, and two weeks have no strip', () => {
  const { strip, chosen } = choicesOf('2025-12-02', '2025-12-31')
  expect(strip).toMatchObject({ days: 365, range: [1, 30] })
  strip?.onChange([0, 364])
  expect(chosen).toEqual([['2025-12-01', '2026-11-30']])
  const fortnight = { firstDay: '2026-11-17', lastDay: '2026-11-30', first: '2026-11-17', last: '2026-11-30' }
  expect(dayChoices({ ...fortnight, setRange: () => undefined }, spans).strip).toBe(null)
})

const monthsOf = (counts: readonly number[]) =>
  counts.map((documents, index) => {
    const name = `${2010 + Math.floor(index / 12)}-${String(1 + (index % 12)).padStart(2, '0')}`
    return { firstDay: `${name}-01`, lastDay: lastDayOfMonth(`${name}-01`), documents }
  })
const decade = { first: '2010-01-01', last: '2019-12-31' }

test('a chart shows the shortest time that holds 99% of the documents, with a margin', () => {
  const counts: number[] = Array.from({ length: 120 }, (_, month) => (month >= 60 && month < 72 ? 100 : 0))
  expect(mainDays(monthsOf(counts), decade)).toEqual({ first: '2014-12-01', last: '2016-01-31' })
  // eleven of about 1,200 documents may lie outside
  counts[0] = 5
  counts[119] = 6
  expect(mainDays(monthsOf(counts), decade)).toEqual({ first: '2014-12-01', last: '2016-01-31' })
  counts[0] = 20
  expect(mainDays(monthsOf(counts), decade)).toEqual({ first: '2010-01-01', last: '2016-04-30' })
})

test('all days are shown if documents are throughout, if they are few, and without any', () => {
  expect(mainDays(monthsOf(Array.from({ length: 120 }, () => 3)), decade)).toEqual(decade)
  const three = Array.from({ length: 120 }, (_, month) => (month % 59 === 0 ? 1 : 0))
  expect(mainDays(monthsOf(three), decade)).toEqual(decade)
  expect(mainDays(monthsOf(Array.from({ length: 120 }, () => 0)), decade)).toEqual(decade)
})

test('shown days are widened to whole weeks and months', () => {
  const days = { first: '2026-03-04', last: '2026-03-18' }
  expect(alignDays(days, 'week')).toEqual({ first: '2026-03-02', last: '2026-03-22' })
  expect(alignDays(days, 'month')).toEqual({ first: '2026-03-01', last: '2026-03-31' })
})

test.each([
  ['2012-01-01', '2012-12-31', '2011-01-01', '2011-12-31'],
  ['2012-03-01', '2012-03-31', '2012-02-01', '2012-02-29'],
  ['2010-01-01', '2013-12-31', '2006-01-01', '2009-12-31'],
  ['2012-03-10', '2012-03-16', '2012-03-03', '2012-03-09'],
])('the period before %s to %s is %s to %s', (from, to, first, last) => {
  expect(periodBefore(from, to)).toEqual({ from: first, to: last })
})

test('a duration is written in its two largest units, chosen after rounding', () => {
  expect([null, 12, 999.4, 1840, 61_000].map(formatDuration)).toEqual(['…', '12 ms', '999 ms', '1.8 s', '1 min 1 s'])
  expect([300_000, 30_000_000, 7_200_000].map(formatDuration)).toEqual(['5 min', '8 h 20 min', '2 h'])
  expect([999.6, 59_960, 3_599_700].map(formatDuration)).toEqual(['1 s', '1 min', '1 h'])
})

test('a moment is written as its distance from now, or as its date after a month', () => {
  const now = Date.parse('2026-11-21T08:00:00Z')
  const since = (instant: string) => formatSince(instant, now)
  expect(['2026-11-21T07:59:50Z', '2026-11-21T07:55:00Z'].map(since)).toEqual(['just now', '5 minutes ago'])
  // just under an hour and a day
  expect(['2026-11-21T07:00:10Z', '2026-11-20T08:10:00Z'].map(since)).toEqual(['1 hour ago', 'yesterday'])
  expect(['2026-11-20T08:00:00Z', '2026-01-03T00:00:00Z'].map(since)).toEqual(['yesterday', '3 Jan 2026'])
})

describe('written days', () => {
  afterEach(() => setDateStyle('day-first'))

  test.each([
    ['day-first', '3 Jan 2026', 'January 2026', '3 Jan', '3 Jan 2026, 15:04 UTC'],
    ['month-first', 'Jan 3, 2026', 'January 2026', 'Jan 3', 'Jan 3, 2026, 15:04 UTC'],
    ['iso', '2026-01-03', '2026-01', '01-03', '2026-01-03 15:04 UTC'],
  ] as const)('are written %s, as the reader chose', (...row) => {
    const [style, day, month, dayOfMonth, instant] = row
    setDateStyle(style)
    expect(formatDay('2026-01-03')).toBe(day)
    expect(formatMonth('2026-01-03')).toBe(month)
    expect(formatDayOfMonth('2026-01-03')).toBe(dayOfMonth)
    expect(formatInstant('2026-01-03T15:04:05Z')).toBe(instant)
  })

  test('a range of one day is that day', () => {
    expect(formatDayRange('2026-01-03', '2026-01-03')).toBe('3 Jan 2026')
  })
})
