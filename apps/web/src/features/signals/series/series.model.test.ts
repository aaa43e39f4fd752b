import type { CoverageGroup, VolumePoint } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { attentionValues, pointsWithin, seriesOf, toBuckets, toneColumns, volumeColumns } from './series.model.ts'

const point = (firstDay: string, lastDay: string, change: Partial<VolumePoint> = {}): VolumePoint => ({
  firstDay,
  lastDay,
  documents: 3,
  storyClusters: 2,
  outlets: 1,
  total: 100,
  share: 0.03,
  coveredDays: 7,
  groups: [2, 1],
  ...change,
})
const group = (label: string, documents: number): CoverageGroup => ({
  source: 'imported',
  kind: 'article',
  label,
  documents,
  total: 1000,
  complete: true,
  spans: [],
  endsOn: null,
  uncoveredDocuments: 0,
})
const week = point('2026-01-05', '2026-01-11')

describe('what columns are stacked from', () => {
  test('each group of documents that begin and end together has a colour; one alone is simply documents', () => {
    expect(seriesOf([group('articles', 9), group('posts', 4)], 'count').map(({ label }) => label)).toEqual([
      'articles',
      'posts',
    ])
    expect(seriesOf([group('articles', 9), group('posts', 0)], 'count').map(({ label }) => label)).toEqual([
      'Documents',
    ])
  })

  test('the smallest of many are one', () => {
    const groups = [9, 8, 7, 6, 5, 4].map((documents) => group(`source ${documents}`, documents))
    const series = seriesOf(groups, 'count')
    expect(series.map(({ label, groups: places }) => [label, places])).toEqual([
      ['source 9', [0]],
      ['source 8', [1]],
      ['source 7', [2]],
      ['source 6', [3]],
      ['other sources', [4, 5]],
    ])
    const [column] = volumeColumns([point('2026-01-05', '2026-01-11', { groups: [9, 8, 7, 6, 5, 4] })], series, {
      measure: 'count',
      interval: 'week',
      today: '2026-11-21',
    })
    expect(column?.values).toEqual([9, 8, 7, 6, 9])
  })

  test('stories, outlets and shares are of all groups together', () => {
    const series = seriesOf([group('articles', 9), group('posts', 4)], 'stories')
    expect(
      volumeColumns([week], series, { measure: 'stories', interval: 'week', today: '2026-11-21' })[0]?.values,
    ).toEqual([2])
  })
})

describe('volume', () => {
  const series = seriesOf([group('articles', 9), group('posts', 4)], 'count')
  const options = { measure: 'count', interval: 'week', today: '2026-11-21' } as const

  test('a week that no source covers is missing; a covered week without a match is 0', () => {
    const columns = volumeColumns(
      [
        point('2026-01-05', '2026-01-11', { documents: 0, groups: [0, 0] }),
        point('2026-01-12', '2026-01-18', { documents: 0, groups: [0, 0], coveredDays: 0 }),
      ],
      series,
      options,
    )
    expect(columns.map(({ values }) => values)).toEqual([
      [0, 0],
      [null, null],
    ])
  })

  test('the stragglers of an archive that has ended are drawn pale, and said to be uncovered', () => {
    const [column] = volumeColumns([point('2026-01-05', '2026-01-11', { coveredDays: 0 })], series, options)
    expect(column).toEqual(
      expect.objectContaining({
        partial: true,
        values: [2, 1],
        note: '7 days not covered by the sources that carry the topic',
      }),
    )
  })

  test('today is not over, which is no missing coverage', () => {
    const noteOf = (coveredDays: number) =>
      volumeColumns([point('2026-11-16', '2026-11-21', { coveredDays })], series, options)[0]?.note
    expect(noteOf(5)).toBe('today is not over')
    expect(noteOf(3)).toBe('today is not over; 2 days not covered by the sources that carry the topic')
  })

  test('a share that cannot be told is missing', () => {
    const [measuredColumn, missingColumn] = volumeColumns(
      [week, point('2026-01-12', '2026-01-18', { share: null, total: null })],
      seriesOf([group('articles', 9)], 'share'),
      { measure: 'share', interval: 'week', today: '2026-11-21' },
    )
    expect([measuredColumn?.values, missingColumn?.values]).toEqual([[0.03], [null]])
  })

  test('a closer look keeps every point that has a day in it', () => {
    const points = [week, point('2026-01-12', '2026-01-18'), point('2026-01-19', '2026-01-25')]
    expect(pointsWithin(points, '2026-01-11', '2026-01-12').map(({ firstDay }) => firstDay)).toEqual([
      '2026-01-05',
      '2026-01-12',
    ])
  })
})

describe('tone and attention', () => {
  const buckets = toBuckets([week, point('2026-01-12', '2026-01-18')], 'week')

  test('shares of tone add up to one; a span without documents has none', () => {
    const points = [
      { firstDay: '2026-01-05', lastDay: '2026-01-11', positive: 1, neutral: 2, negative: 1, unknown: 0, mean: 0.1 },
    ]
    const [known, empty] = toneColumns(points, buckets, { measure: 'share', interval: 'week' })
    expect(known?.values).toEqual([0.25, 0.5, 0.25, 0])
    expect(empty?.values).toEqual([null, null, null, null])
  })

  test('attention stands at the span that it was measured of, and is missing where none was', () => {
    const points = [{ firstDay: '2026-01-05', lastDay: '2026-01-11', value: 20 }]
    expect(attentionValues({ points }, buckets)).toEqual([20, null])
  })
})
