import type { ForecastDay } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { bandPath, fanSteps, fanTop } from './fan-model.ts'

const days: ForecastDay[] = ['2026-11-21', '2026-11-22'].map((day) => ({
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
  documents: n === 19 ? null : n,
}))

describe('the chart of a forecast', () => {
  test('shows three days of the past for each day to come, and keeps days that were not covered unknown', () => {
    const steps = fanSteps(history, days)
    expect(steps).toHaveLength(8)
    expect(steps[5]).toEqual({ day: '2026-11-20', documents: null, forecast: null })
    expect(steps[6]).toMatchObject({ day: '2026-11-21', documents: null, forecast: { point: 6 } })
  })

  test('has room for the loudest day and the widest band', () => {
    expect(fanTop(fanSteps(history, days))).toBe(18)
    expect(fanTop(fanSteps([], days))).toBe(11)
  })

  test('draws a band from its upper ends to its lower ones', () => {
    const plot = { left: 0, top: 0, width: 20, height: 10, max: 10 }
    expect(bandPath(fanSteps([], days), plot, ({ low80, high80 }) => [low80, high80])).toBe(
      'M5.0 2.0L15.0 2.0L15.0 6.0L5.0 6.0Z',
    )
    expect(bandPath([], plot, ({ low80, high80 }) => [low80, high80])).toBe('')
  })
})
