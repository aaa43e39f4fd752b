import type { VolumeDay } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { bucketsOf, grainFor, ticksOf, bucketTitle } from '../../../lib/buckets.ts'
import { attentionValues, toneColumns, volumeColumns } from './series.model.ts'

const day = (date: string, documents: number, total: number | null = 100): VolumeDay => ({
  day: date,
  documents,
  storyClusters: documents,
  outlets: Math.min(documents, 2),
  total,
  share: total ? documents / total : null,
})
const valuesOf = (columns: readonly { readonly values: readonly (number | null)[] }[]) =>
  columns.map((column) => column.values[0])

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

describe('volume', () => {
  const options = { measure: 'count', grain: 'day' } as const

  test('a day without any document in the sources is missing, a day without a match is 0', () => {
    const buckets = bucketsOf('2026-01-01', '2026-01-03', 'day')
    expect(
      valuesOf(volumeColumns([day('2026-01-01', 2), day('2026-01-02', 0), day('2026-01-03', 0, 0)], buckets, options)),
    ).toEqual([2, 0, null])
  })

  test('a share is of all documents of the measured days, and missing without them', () => {
    const days = [
      day('2026-01-05', 1, 100),
      day('2026-01-06', 9, 300),
      day('2026-01-07', 5, null),
      day('2026-01-12', 3, null),
    ]
    expect(
      valuesOf(volumeColumns(days, bucketsOf('2026-01-05', '2026-01-18', 'week'), { measure: 'share', grain: 'week' })),
    ).toEqual([0.025, null])
  })

  test('a gap inside a longer span is noted', () => {
    const [week] = volumeColumns(
      [day('2026-01-05', 1), day('2026-01-06', 0, 0)],
      bucketsOf('2026-01-05', '2026-01-11', 'week'),
      { measure: 'count', grain: 'week' },
    )
    expect(week).toEqual(expect.objectContaining({ values: [1], note: '1 day without any document in the sources' }))
  })

  test('stories and outlets are counted a day and added up, and missing where a sample cannot tell them', () => {
    const days = [day('2026-01-05', 3), day('2026-01-06', 1), { ...day('2026-01-12', 4), storyClusters: null }]
    const weeks = bucketsOf('2026-01-05', '2026-01-18', 'week')
    expect(valuesOf(volumeColumns(days, weeks, { measure: 'outlets', grain: 'week' }))).toEqual([3, 2])
    expect(valuesOf(volumeColumns(days, weeks, { measure: 'stories', grain: 'week' }))).toEqual([4, null])
  })

  test('days of silence that are told to be a gap are missing, too', () => {
    const days = [day('2026-01-01', 9, null), day('2026-01-02', 0, null), day('2026-01-03', 0, null)]
    const isGap = (date: string) => date === '2026-01-02'
    expect(valuesOf(volumeColumns(days, bucketsOf('2026-01-01', '2026-01-03', 'day'), { ...options, isGap }))).toEqual([
      9,
      null,
      0,
    ])
  })

  test('days outside the range are left out', () => {
    expect(
      valuesOf(
        volumeColumns(
          [day('2025-12-31', 9), day('2026-01-01', 2), day('2026-01-02', 9)],
          bucketsOf('2026-01-01', '2026-01-01', 'day'),
          options,
        ),
      ),
    ).toEqual([2])
  })

  test('2,500 days are summed in one walk', () => {
    const days = Array.from({ length: 2500 }, (_, index) =>
      day(new Date(Date.UTC(2019, 0, 1 + index)).toISOString().slice(0, 10), 1),
    )
    const columns = volumeColumns(days, bucketsOf('2019-01-01', '2025-11-04', 'month'), {
      measure: 'count',
      grain: 'month',
    })
    expect(columns).toHaveLength(83)
    expect(columns.reduce((sum, column) => sum + (column.values[0] ?? 0), 0)).toBe(2500)
  })
})

describe('tone and attention', () => {
  test('shares of tone add up to one; a span without documents has none', () => {
    const days = [{ day: '2026-01-01', positive: 1, neutral: 2, negative: 1, unknown: 0, mean: 0.1 }]
    const [known, empty] = toneColumns(days, bucketsOf('2026-01-01', '2026-01-02', 'day'), {
      measure: 'share',
      grain: 'day',
    })
    expect(known?.values).toEqual([0.25, 0.5, 0.25, 0])
    expect(empty?.values).toEqual([null, null, null, null])
  })

  test('attention is the mean of the reported days, missing where none was reported', () => {
    const series = {
      source: 'wikipedia',
      name: 'Oat milk',
      unit: 'views',
      points: [
        { day: '2026-01-05', value: 10 },
        { day: '2026-01-07', value: 30 },
      ],
    } as const
    expect(
      attentionValues({ ...series, points: [...series.points] }, bucketsOf('2026-01-05', '2026-01-18', 'week')),
    ).toEqual([20, null])
  })
})
