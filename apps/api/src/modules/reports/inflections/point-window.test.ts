import type { InflectionMarker } from '@auspex/sdk/types'
import { addDays } from '@auspex/analytics'
import { expect, test } from 'vitest'
import { pointWindow } from './inflections.usecases.ts'

const point = (day: string, kind: InflectionMarker['kind'], endDay: string | null = null): InflectionMarker => ({
  day,
  endDay,
  kind,
  change: { value: 2, low: 1.5, high: 2.5, n: 100, method: 'log ratio of counts' },
  before: 5,
  after: 10,
  pValue: 0.001,
})
const days = (documents: number) =>
  Array.from({ length: 365 }, (_, index) => ({ day: addDays('2026-01-01', index), documents }))
const input = { all: [], lastDay: '2026-12-31', days: days(5) }

test('a spike is its own days against the four weeks before', () => {
  expect(pointWindow(point('2026-06-01', 'spike', '2026-06-03'), input)).toEqual({
    from: '2026-06-01',
    to: '2026-06-03',
    beforeFrom: '2026-05-04',
    beforeTo: '2026-05-31',
  })
})

test('a shift is its first four weeks, or fewer when the level changes again or the report ends', () => {
  const shift = point('2026-06-01', 'shift')
  expect(pointWindow(shift, input).to).toBe('2026-06-28')
  expect(pointWindow(shift, { ...input, all: [shift, point('2026-06-10', 'shift')] }).to).toBe('2026-06-09')
  expect(pointWindow(shift, { ...input, all: [shift, point('2026-06-10', 'spike')] }).to).toBe('2026-06-28')
  expect(pointWindow(point('2026-12-20', 'shift'), input).to).toBe('2026-12-31')
})

test('a spike that has not ended reaches the last day', () => {
  expect(pointWindow(point('2026-12-29', 'spike'), input).to).toBe('2026-12-31')
})

test('the time before reaches further back when four weeks hold little', () => {
  const sparse = days(0).map((day, index) => ({ ...day, documents: index % 2 }))
  expect(pointWindow(point('2026-06-01', 'shift'), { ...input, days: sparse }).beforeFrom).toBe('2026-04-02')
  expect(pointWindow(point('2026-06-01', 'shift'), { ...input, days: days(0) }).beforeFrom).toBe('2026-01-01')
})
