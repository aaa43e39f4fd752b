import { describe, expect, test } from 'vitest'
import { toSeries } from './series.model.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10)

describe('the series of a card', () => {
  test('keeps each day of a short time, and a day that is not known stays unknown', () => {
    const { grain, steps } = toSeries([
      { day: day(0), value: 9 },
      { day: day(1), value: null },
      { day: day(2), value: 0 },
    ])
    expect(grain).toBe('day')
    expect(steps.map(({ value }) => value)).toEqual([9, null, 0])
  })

  test('a day that the series leaves out is unknown, not joined to its neighbours', () => {
    const { steps } = toSeries([
      { day: day(0), value: 4 },
      { day: day(2), value: 6 },
    ])
    expect(steps.map(({ value }) => value)).toEqual([4, null, 6])
  })

  test('a long time is drawn in weeks, each the mean of its known days', () => {
    const points = Array.from({ length: 365 }, (_, index) => ({ day: day(index), value: index % 2 === 0 ? 10 : null }))
    const { grain, steps } = toSeries(points)
    expect(grain).toBe('week')
    expect(new Set(steps.map(({ value }) => value))).toEqual(new Set([10]))
    expect(steps.length).toBeLessThan(60)
  })

  test('nothing measured is an empty series', () => {
    expect(toSeries([]).steps).toEqual([])
  })
})
