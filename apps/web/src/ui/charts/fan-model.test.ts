import { describe, expect, test } from 'vitest'
import { bandPath, countScale, fanSteps, priceScale } from './fan-model.ts'

const days = ['2026-11-21', '2026-11-22'].map((day) => ({
  day,
  point: 6,
  low50: 5,
  high50: 7,
  low80: 4,
  high80: 8,
  low95: 2,
  high95: 11,
}))
const history = Array.from({ length: 20 }, (_, n) => ({
  day: `2026-11-${String(n + 1).padStart(2, '0')}`,
  actual: n === 19 ? null : n,
}))

describe('the chart of a forecast', () => {
  test('shows three days of the past for each day to come, and keeps days that were not covered unknown', () => {
    const steps = fanSteps(history, days)
    expect(steps).toHaveLength(8)
    expect(steps[5]).toEqual({ day: '2026-11-20', actual: null, forecast: null })
    expect(steps[6]).toMatchObject({ day: '2026-11-21', actual: null, forecast: { point: 6 } })
  })

  test('stands on 0 with room for the loudest day and the widest band; prices have a scale of their own', () => {
    expect(countScale(fanSteps(history, days))).toMatchObject({ min: 0, max: 20 })
    expect(countScale(fanSteps([], days))).toMatchObject({ min: 0, max: 15 })
    const closes = [{ day: '2026-11-20', actual: 101 }]
    const near = days.map((day) => ({ ...day, low95: 99, high95: 104 }))
    const { min, max } = priceScale(fanSteps(closes, near))
    expect(min).toBeGreaterThan(90)
    expect(min).toBeLessThanOrEqual(99)
    expect(max).toBeGreaterThanOrEqual(104)
  })

  test('draws a band from its upper ends to its lower ones', () => {
    const place = { plot: { left: 0, top: 0, width: 20, height: 10 }, scale: { min: 0, max: 10, ticks: [] } }
    expect(bandPath(fanSteps([], days), place, ({ low80, high80 }) => [low80, high80])).toBe(
      'M5.0 2.0L15.0 2.0L15.0 6.0L5.0 6.0Z',
    )
    expect(bandPath([], place, ({ low80, high80 }) => [low80, high80])).toBe('')
  })
})
