import { expect, test } from 'vitest'
import { findEndedSources } from './present-monitor.ts'

const storedSource = (sourceKey: 'gdelt' | 'imported' | 'arxiv', lastDay: string) => ({
  sourceKey,
  documents: 5,
  firstDay: '2010-01-01',
  lastDay,
  complete: false,
})
const today = '2026-11-21'

test('a monitor of all sources is warned only when every one has ended', () => {
  const archive = storedSource('imported', '2013-08-18')
  expect(findEndedSources([], { sources: [archive, storedSource('gdelt', '2026-11-20')] }, today)).toEqual([])
  expect(findEndedSources([], { sources: [archive] }, today)).toMatchObject([
    { source: 'imported', lastDay: '2013-08-18' },
  ])
})

test('a monitor of chosen sources is warned of each that has ended', () => {
  const library = { sources: [storedSource('imported', '2013-08-18'), storedSource('gdelt', '2026-11-20')] }
  expect(findEndedSources(['imported', 'gdelt'], library, today).map(({ source }) => source)).toEqual(['imported'])
})

test('a source counts as ended after two weeks, not before', () => {
  const endedOn = (lastDay: string) => findEndedSources([], { sources: [storedSource('gdelt', lastDay)] }, today).length
  expect(endedOn('2026-11-08')).toBe(0)
  expect(endedOn('2026-11-07')).toBe(1)
})

test('an empty library is no ended one', () => {
  expect(findEndedSources([], { sources: [] }, today)).toEqual([])
})
