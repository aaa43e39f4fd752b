import type { CoverageGroup, VolumePoint } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import {
  attentionValues,
  levelsOf,
  pointsWithin,
  seriesOf,
  toBuckets,
  toneColumns,
  volumeColumns,
  measureFinding,
} from './series.model.ts'
import { coverageEdges, measurementMarks, uncoveredSpans } from './coverage-marks.ts'

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
const group = (label: string, documents: number, kind: CoverageGroup['kind'] = 'article'): CoverageGroup => ({
  source: 'imported',
  kind,
  label,
  documents,
  total: 1000,
  complete: true,
  spans: [],
  endsOn: null,
  uncoveredDocuments: 0,
})
const week = point('2026-01-05', '2026-01-11')

describe('the series of stacked columns', () => {
  test('each kind with documents has its colour; a single kind is labelled documents, in the colour of its kind', () => {
    const both = seriesOf([group('News', 9), group('Forum posts', 4, 'post')], 'count')
    expect(both.map(({ label, color }) => [label, color])).toEqual([
      ['News', 'var(--kind-article)'],
      ['Forum posts', 'var(--kind-post)'],
    ])
    expect(seriesOf([group('News', 0), group('Forum posts', 4, 'post')], 'count')).toEqual([
      expect.objectContaining({ label: 'Documents', color: 'var(--kind-post)' }),
    ])
  })

  test('archives of one kind are one series, and so are different sources of a kind', () => {
    const archives = [
      group('Forum posts, 2006–2013', 9, 'post'),
      group('Forum posts, 2015–2016', 4, 'post'),
      group('News', 2),
    ]
    expect(seriesOf(archives, 'count').map(({ label, groups }) => [label, groups])).toEqual([
      ['Forum posts', [0, 1]],
      ['News', [2]],
    ])
    const sources = [group('Hacker News posts', 9, 'post'), group('Forum posts', 4, 'post'), group('News', 2)]
    expect(seriesOf(sources, 'count').map(({ label }) => label)).toEqual(['Forum posts', 'News'])
  })

  test('the smallest of many kinds are merged', () => {
    const kinds = ['article', 'post', 'comment', 'video', 'paper', 'filing'] as const
    const series = seriesOf(
      kinds.map((kind, index) => group(kind, 9 - index, kind)),
      'count',
    )
    expect(series.map(({ label, groups: places }) => [label, places])).toEqual([
      ['article', [0]],
      ['post', [1]],
      ['comment', [2]],
      ['video', [3]],
      ['other kinds', [4, 5]],
    ])
    const [column] = volumeColumns([point('2026-01-05', '2026-01-11', { groups: [9, 8, 7, 6, 5, 4] })], series, {
      measure: 'count',
      interval: 'week',
      today: '2026-11-21',
    })
    expect(column?.values).toEqual([9, 8, 7, 6, 9])
  })

  test('stories, outlets and shares cover all groups together', () => {
    const series = seriesOf([group('articles', 9), group('posts', 4, 'post')], 'stories')
    expect(
      volumeColumns([week], series, { measure: 'stories', interval: 'week', today: '2026-11-21' })[0]?.values,
    ).toEqual([2])
  })
})

describe('volume', () => {
  const series = seriesOf([group('articles', 9), group('posts', 4, 'post')], 'count')
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

  test('documents after the end of an archive are drawn pale and labelled uncovered', () => {
    const [column] = volumeColumns([point('2026-01-05', '2026-01-11', { coveredDays: 0 })], series, options)
    expect(column).toEqual(
      expect.objectContaining({
        partial: true,
        values: [2, 1],
        note: '7 days not covered by the sources that carry the topic',
      }),
    )
  })

  test('the current day does not count as missing coverage', () => {
    const noteOf = (coveredDays: number) =>
      volumeColumns([point('2026-11-16', '2026-11-21', { coveredDays })], series, options)[0]?.note
    expect(noteOf(5)).toBe('today is not complete')
    expect(noteOf(3)).toBe('today is not complete; 2 days not covered by the sources that carry the topic')
  })

  test('an unknown share is missing', () => {
    const [measuredColumn, missingColumn] = volumeColumns(
      [week, point('2026-01-12', '2026-01-18', { share: null, total: null })],
      seriesOf([group('articles', 9)], 'share'),
      { measure: 'share', interval: 'week', today: '2026-11-21' },
    )
    expect([measuredColumn?.values, missingColumn?.values]).toEqual([[0.03], [null]])
  })

  test('zooming in keeps every point that overlaps the range', () => {
    const points = [week, point('2026-01-12', '2026-01-18'), point('2026-01-19', '2026-01-25')]
    expect(pointsWithin(points, '2026-01-11', '2026-01-12').map(({ firstDay }) => firstDay)).toEqual([
      '2026-01-05',
      '2026-01-12',
    ])
  })
})

describe('the usual level', () => {
  const series = seriesOf([group('articles', 9)], 'count')
  const weeksOf = (counts: readonly number[]) =>
    counts.map((documents, index) => {
      const firstDay = `2026-0${1 + Math.floor(index / 4)}-${String(1 + 7 * (index % 4)).padStart(2, '0')}`
      const lastDay = `2026-0${1 + Math.floor(index / 4)}-${String(7 + 7 * (index % 4)).padStart(2, '0')}`
      return point(firstDay, lastDay, { documents, groups: [documents] })
    })
  const columnsOf = (points: readonly VolumePoint[]) =>
    volumeColumns(points, series, { measure: 'count', interval: 'day', today: '2027-01-01' }).map((column) => ({
      ...column,
      partial: false,
    }))
  const shift = {
    day: '2026-02-01',
    endDay: null,
    kind: 'shift',
    change: null,
    before: 1,
    after: 2,
    pValue: 0.01,
  } as const

  test('steps where the level changed, at the median of the weeks between, which a spike does not raise', () => {
    const points = weeksOf([2, 2, 90, 2, 8, 8, 8, 8])
    expect(levelsOf(points, columnsOf(points), [shift])).toEqual([
      { first: 0, last: 4, value: 2 },
      { first: 4, last: 8, value: 8, since: '1 Feb 2026' },
    ])
  })

  test('is not drawn without a change of level, or for one that lies outside the days drawn', () => {
    const points = weeksOf([2, 2, 2, 2])
    expect(levelsOf(points, columnsOf(points), [])).toEqual([])
    expect(levelsOf(points, columnsOf(points), [shift])).toEqual([])
    expect(levelsOf(points, columnsOf(points), [{ ...shift, day: '2026-01-08', kind: 'spike' }])).toEqual([])
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

  test('attention is placed at its own span, and is missing where it was not measured', () => {
    const points = [{ firstDay: '2026-01-05', lastDay: '2026-01-11', value: 20 }]
    expect(attentionValues({ points }, buckets)).toEqual([20, null])
  })
})

const { query, volume } = getSignalReportResponseMock()
const [examplePoint] = volume.points
if (examplePoint === undefined) throw new Error('The example has no point.')
const month = (name: string, lastDay: string, storyClusters: number, share: number) => ({
  ...examplePoint,
  firstDay: `${name}-01`,
  lastDay: `${name}-${lastDay}`,
  documents: name === '2019-03' ? 900 : 10,
  storyClusters,
  share,
})
const points = [month('2018-01', '31', 10, 0.03), month('2019-03', '31', 10, 0.01), month('2020-05', '31', 40, 0.01)]
const find = (measure: 'stories' | 'share', of = points) =>
  measureFinding({ ...query, subject: 'salmon from Norway' }, { points: of, measure, interval: 'month' })

test('the title of a chart describes the chosen measure', () => {
  expect(find('stories')).toBe('By pieces, talk of salmon from Norway is highest in May 2020, at 40')
  expect(find('share')).toMatch(
    /^As a share of all documents, talk of salmon from Norway is highest in Jan.* 2018, at 3/,
  )
})

test('no month is named if two share the maximum or nothing is drawn', () => {
  expect(find('stories', points.slice(0, 2))).toBe('By pieces: how much is said about salmon from Norway')
  expect(find('stories', [])).toBe('By pieces: how much is said about salmon from Norway')
})

const weeks = ['2013-08-05', '2013-08-12', '2013-08-19', '2013-08-26'].map((firstDay, index) => ({
  firstDay,
  lastDay: ['2013-08-11', '2013-08-18', '2013-08-25', '2013-09-01'][index] ?? '',
  coveredDays: index < 2 ? 7 : 0,
}))
const archive = (label: string) => ({
  label,
  documents: 5,
  spans: [{ firstDay: '2006-01-01', lastDay: '2013-08-18' }],
  endsOn: '2013-08-18',
})

test('uncovered weeks are one shaded span', () => {
  expect(uncoveredSpans(weeks, '2013-09-20')).toEqual([{ first: 2, last: 3 }])
})

test('the current day alone is not a gap, but a current week of uncovered days is', () => {
  expect(uncoveredSpans(weeks, '2013-09-01')).toEqual([{ first: 2, last: 3 }])
  expect(uncoveredSpans(weeks, '2013-08-26')).toEqual([{ first: 2, last: 2 }])
})

test('sources that end on the same day are labelled together, at the following day', () => {
  expect(coverageEdges([archive('Forum posts'), archive('Forum comments')], weeks)).toEqual([
    { key: 'up to 18 Aug 2013', at: 2, label: 'Forum posts and forum comments up to 18 Aug 2013' },
  ])
})

test('an archive is named without its years if the date contains them', () => {
  const later = {
    ...archive('Forum posts, 2015–2016'),
    spans: [{ firstDay: '2015-09-06', lastDay: '2016-09-25' }],
    endsOn: null,
  }
  const [edge] = coverageEdges([archive('Forum posts, 2006–2013'), later], weeks)
  expect(edge?.label).toBe('Forum posts up to 18 Aug 2013')
})

test('an archive keeps its years if another one of its kind continues past its end', () => {
  const wider = {
    ...archive('News, 2010–2021'),
    spans: [{ firstDay: '2010-01-01', lastDay: '2021-12-31' }],
    endsOn: null,
  }
  const [edge] = coverageEdges([archive('News, 2006–2013'), wider], weeks)
  expect(edge?.label).toBe('News (2006–2013) up to 18 Aug 2013')
})

test('a source that begins within the visible days is labelled; one without documents is not', () => {
  const news = { label: 'News', documents: 4, spans: [{ firstDay: '2013-08-14', lastDay: '2014-01-01' }], endsOn: null }
  const [edge] = coverageEdges([news], weeks)
  expect(edge?.label).toBe('News from 14 Aug 2013')
  expect(edge?.at).toBeCloseTo(1 + 2 / 7)
  expect(coverageEdges([{ ...news, documents: 0 }], weeks)).toEqual([])
})

test('a measurement is marked where coverage or method changed, and after the last day at the end of the report only', () => {
  const [first, second] = [week, point('2026-01-12', '2026-01-18')]
  const measured = (day: string, marks: ('coverage' | 'method')[]) => ({
    measuredAt: `${day}T09:00:00Z`,
    marks,
    method: '4.2',
  })
  const measurements = [
    measured('2026-02-01', ['coverage']),
    measured('2026-01-15', ['method']),
    measured('2026-01-06', []),
    measured('2026-01-01', ['coverage']),
  ]
  const labels = [
    'Measured 1 Feb 2026 with days or sources that were not covered before',
    'Measured 15 Jan 2026 with version 4.2 of the method',
  ]
  const marks = measurementMarks(measurements, [first, second], '2026-01-18')
  expect(marks.map(({ label }) => label)).toEqual(labels)
  expect(marks.map(({ at }) => at)).toEqual([2, 1.5])
  expect(measurementMarks(measurements, [first, second], '2026-03-01').map(({ label }) => label)).toEqual(
    labels.slice(1),
  )
})
