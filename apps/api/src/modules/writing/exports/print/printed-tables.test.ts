import { expect, test } from 'vitest'
import { listSpans, runRows } from './printed-tables.ts'

const run = {
  reason: null,
  nativeQuery: 'oat milk',
  documentsSeen: 3,
  resetsAt: null,
  startedAt: null,
  finishedAt: null,
}
const down = { ...run, status: 'upstream_down', reason: 'It did not answer.', documentsSeen: 0 } as const

test('sources that failed for the same reason share one row, and each that answered has its own', () => {
  const runs = [
    { ...run, source: 'hacker_news', status: 'ok' },
    { ...down, source: 'arxiv' },
    { ...down, source: 'gdelt' },
    { ...run, source: 'wikipedia_pageviews', status: 'ok' },
  ] as const
  expect(runRows(runs as never, (source) => source)).toEqual([
    ['hacker_news', 'ok', 'oat milk', '3'],
    ['arxiv, gdelt', 'upstream_down: It did not answer.', 'each source in its own words', '0'],
    ['wikipedia_pageviews', 'ok', 'oat milk', '3'],
  ])
})

test('few spans are listed, many are counted', () => {
  const spans = ['2013-04-09', '2013-05-01', '2013-06-01', '2013-07-01', '2014-01-05'].map((firstDay) => ({
    firstDay,
    lastDay: firstDay,
  }))
  expect(listSpans([{ firstDay: '2013-04-09', lastDay: '2013-04-18' }, spans[4]!])).toBe(
    '9 to 18 April 2013; 5 January 2014',
  )
  expect(listSpans(spans)).toBe('5 spans between 9 April 2013 and 5 January 2014')
})
