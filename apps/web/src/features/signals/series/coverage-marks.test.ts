import { expect, test } from 'vitest'
import { coverageEdges, uncoveredSpans } from './coverage-marks.ts'

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

test('weeks that no source covers are one shade', () => {
  expect(uncoveredSpans(weeks, '2013-09-20')).toEqual([{ first: 2, last: 3 }])
})

test('today alone is no gap, and a running week of uncovered days is one', () => {
  expect(uncoveredSpans(weeks, '2013-09-01')).toEqual([{ first: 2, last: 3 }])
  expect(uncoveredSpans(weeks, '2013-08-26')).toEqual([{ first: 2, last: 2 }])
})

test('sources that end on one day are named together, at the day after it', () => {
  expect(coverageEdges([archive('Forum posts'), archive('Forum comments')], weeks)).toEqual([
    { key: 'up to 18 Aug 2013', at: 2, label: 'Forum posts and forum comments up to 18 Aug 2013' },
  ])
})

test('an archive is named without its years where the day says them', () => {
  const later = {
    ...archive('Forum posts, 2015–2016'),
    spans: [{ firstDay: '2015-09-06', lastDay: '2016-09-25' }],
    endsOn: null,
  }
  const [edge] = coverageEdges([archive('Forum posts, 2006–2013'), later], weeks)
  expect(edge?.label).toBe('Forum posts up to 18 Aug 2013')
})

test('an archive keeps its years where another one of its kind goes on across its end', () => {
  const wider = {
    ...archive('News, 2010–2021'),
    spans: [{ firstDay: '2010-01-01', lastDay: '2021-12-31' }],
    endsOn: null,
  }
  const [edge] = coverageEdges([archive('News, 2006–2013'), wider], weeks)
  expect(edge?.label).toBe('News (2006–2013) up to 18 Aug 2013')
})

test('a source that begins inside of the days shown says so; one without a document says nothing', () => {
  const news = { label: 'News', documents: 4, spans: [{ firstDay: '2013-08-14', lastDay: '2014-01-01' }], endsOn: null }
  const [edge] = coverageEdges([news], weeks)
  expect(edge?.label).toBe('News from 14 Aug 2013')
  expect(edge?.at).toBeCloseTo(1 + 2 / 7)
  expect(coverageEdges([{ ...news, documents: 0 }], weeks)).toEqual([])
})
