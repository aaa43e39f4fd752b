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
  expect(uncoveredSpans(weeks)).toEqual([{ first: 2, last: 3 }])
})

test('sources that end on one day are named together, at the day after it', () => {
  expect(coverageEdges([archive('forum posts'), archive('comments')], weeks)).toEqual([
    { key: 'end 18 Aug 2013', at: 2, label: 'forum posts and comments end 18 Aug 2013' },
  ])
})

test('a source that begins inside of the days shown says so; one without a document says nothing', () => {
  const news = { label: 'news', documents: 4, spans: [{ firstDay: '2013-08-14', lastDay: '2014-01-01' }], endsOn: null }
  const [edge] = coverageEdges([news], weeks)
  expect(edge?.label).toBe('news begin 14 Aug 2013')
  expect(edge?.at).toBeCloseTo(1 + 2 / 7)
  expect(coverageEdges([{ ...news, documents: 0 }], weeks)).toEqual([])
})
