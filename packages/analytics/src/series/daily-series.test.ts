import { expect, test } from 'vitest'
import { toDailySeries } from './daily-series.ts'

test('days without rows are zero when the source was asked, and unknown when it was not', () => {
  const rows = [
    { day: '2026-02-28', value: 2 },
    { day: '2026-02-28', value: 1 },
  ]
  const range = { rows, from: '2026-02-27', to: '2026-03-01' }
  expect(toDailySeries({ ...range, missing: 0 }).map(({ value }) => value)).toEqual([0, 3, 0])
  expect(toDailySeries({ ...range, missing: null }).map(({ value }) => value)).toEqual([null, 3, null])
})

test('an uncovered day stays unknown', () => {
  const series = toDailySeries({
    rows: [],
    from: '2026-01-01',
    to: '2026-01-02',
    missing: 0,
    uncovered: new Set(['2026-01-02']),
  })
  expect(series).toEqual([
    { day: '2026-01-01', value: 0 },
    { day: '2026-01-02', value: null },
  ])
})

test('a range that ends before it begins is empty', () => {
  expect(toDailySeries({ rows: [], from: '2026-01-02', to: '2026-01-01', missing: 0 })).toEqual([])
})
