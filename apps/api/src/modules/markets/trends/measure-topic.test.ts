import { addDays } from '@auspex/analytics'
import { expect, test } from 'vitest'
import type { Comparison } from './library-comparison.ts'
import { type GroupCount, measureTopic } from './measure-topic.ts'

const windowDays = 100
const length = 2 * windowDays
const windows = { asOf: '2026-10-30', windowDays, from: '2026-04-14', middle: '2026-07-23' }

/** A source that was read on [from, to) and has this many documents of the topic on each of those days. */
interface Source {
  source: 'reddit' | 'hacker_news'
  from: number
  to: number
  pace: number
}

function measure(...sources: Source[]) {
  const comparison: Comparison = {
    provenance: 'real',
    windows,
    filter: { world: 'real', tsquery: null },
    basis: 'source-share',
    country: null,
    groups: sources.map(({ source, from, to }) => ({
      source,
      kind: 'post',
      totals: Array.from({ length }, (_, day) => (day >= from && day < to ? 500 : 0)),
      runs: [{ from, to }],
    })),
    covered: { firstDay: windows.from, latestDay: windows.asOf },
  }
  const counts = sources.flatMap(({ source, from, to, pace }) =>
    Array.from({ length: to - from }, (_, place): GroupCount => {
      const day = addDays(windows.from, from + place)
      return { day, source, kind: 'post', count: pace }
    }),
  )
  return measureTopic(counts, comparison)
}

/** The first day that is known, and the day after the last. */
function spanOf(days: readonly (number | null)[]): [from: number, to: number] {
  return [days.findIndex((day) => day !== null), days.findLastIndex((day) => day !== null) + 1]
}

test('a small source that continues does not cover a topic whose main source has ended', () => {
  const { days } = measure(
    { source: 'reddit', from: 0, to: 150, pace: 20 },
    { source: 'hacker_news', from: 0, to: length, pace: 1 },
  )
  expect(spanOf(days)).toEqual([0, 150])
})

test('a small source that was read earlier does not cover a topic before its main source', () => {
  const { days } = measure(
    { source: 'hacker_news', from: 0, to: length, pace: 1 },
    { source: 'reddit', from: 50, to: length, pace: 20 },
  )
  expect(spanOf(days)).toEqual([50, length])
})

test('a source with a quarter of the topic covers it alone', () => {
  const { days } = measure(
    { source: 'reddit', from: 0, to: 150, pace: 20 },
    { source: 'hacker_news', from: 0, to: length, pace: 8 },
  )
  expect(spanOf(days)).toEqual([0, length])
})

test('a topic without any document is unknown, not 0', () => {
  const { days, growth, unknown } = measure({ source: 'reddit', from: 0, to: length, pace: 0 })
  expect([growth, unknown]).toEqual([null, 'no-documents'])
  expect(days.every((count) => count === null)).toBe(true)
})
