import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { addDays } from '../series/daily-series.ts'
import { scanLags } from './lag-correlation.ts'

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
const onDays = (values: readonly (number | null)[]) =>
  values.map((value, index) => ({ day: addDays('2026-01-01', index), value }))

/** A signal, and a price that follows its changes `lag` days later by `share`. */
function plant({
  seed,
  lag,
  share,
  days = 250,
  weekend = 0.5,
}: {
  seed: number
  lag: number
  share: number
  days?: number
  weekend?: number
}) {
  const { next } = createRandom(seed)
  const steps = Array.from({ length: days }, () => normal(next))
  let [level, price] = [4, 4]
  return {
    signal: steps.map((step, day) => Math.round(Math.exp((level += 0.1 * step) + (day % 7 > 4 ? -weekend : 0)))),
    price: steps.map((_, day) =>
      Math.exp((price += 0.02 * (share * (steps[day - lag] ?? 0) + (1 - share) * normal(next)))),
    ),
  }
}

const scan = (signal: readonly (number | null)[], price: readonly (number | null)[], maxLagDays = 10) =>
  scanLags({ first: onDays(signal), firstChange: 'log-count', second: onDays(price), secondChange: 'log', maxLagDays })

describe('a scan of lags', () => {
  test('finds the number of days by which one series follows the other', () => {
    const { signal, price } = plant({ seed: 1, lag: 3, share: 0.7 })
    const found = scan(signal, price)
    expect(found).toMatchObject({ isLinked: true, strongest: { lagDays: 3 } })
    expect(found?.strongest.low).toBeGreaterThan(0)
    expect(found?.strongest.pValue).toBeLessThan(0.001)
    expect(found?.lags).toHaveLength(21)
  })

  test('accepts weekly series without weekday effects, and gives lags in weeks', () => {
    const { signal, price } = plant({ seed: 4, lag: 2, share: 0.8, days: 90, weekend: 0 })
    const ofWeeks = { first: onDays(signal), second: onDays(price), maxLagDays: 6, season: 1 } as const
    const found = scanLags({ ...ofWeeks, firstChange: 'log-count', secondChange: 'log' })
    expect(found).toMatchObject({ isLinked: true, strongest: { lagDays: 2 } })
    expect(found?.strongest.effectiveN).toBeLessThanOrEqual(found?.strongest.n ?? 0)
    const short = plant({ seed: 4, lag: 2, share: 0.8, days: 30, weekend: 0 })
    const few = { ...ofWeeks, first: onDays(short.signal), second: onDays(short.price) }
    expect(scanLags({ ...few, firstChange: 'log-count', secondChange: 'log' })).toBeNull()
  })

  test('finds no link between independent series, with a bound that contains 0', () => {
    const { signal, price } = plant({ seed: 2, lag: 0, share: 0 })
    const found = scan(signal, price)
    expect(found).toMatchObject({ isLinked: false })
    expect(found?.strongest.low).toBeLessThan(0)
    expect(found?.strongest.high).toBeGreaterThan(0)
  })

  test('does not report a common trend or a common week as a link', () => {
    const { next } = createRandom(3)
    const grow = (size: number) =>
      Array.from(
        { length: 250 },
        (_, day) => 50 * Math.exp(day / 100) * (day % 7 > 4 ? 0.5 : 1) * Math.exp(size * normal(next)),
      )
    expect(scan(grow(0.2), grow(0.05))?.isLinked).toBe(false)
  })

  test('finds a link despite weekends without prices, at its lag in calendar days', () => {
    const { signal, price } = plant({ seed: 4, lag: 2, share: 0.8, days: 400 })
    const closes = price.map((close, day) => (day % 7 > 4 ? null : close))
    expect(scan(signal, closes)).toMatchObject({ isLinked: true, strongest: { lagDays: 2 } })
  })

  test('does not report one busy day on both sides as a link', () => {
    const { signal, price } = plant({ seed: 7, lag: 0, share: 0 })
    signal[100] = (signal[100] ?? 1) * 1000
    const shocked = price.map((close, day) => (day >= 100 ? close * 3 : close))
    expect(scan(signal, shocked)?.isLinked).toBe(false)
  })

  test('has no result with too few common days', () => {
    const { signal, price } = plant({ seed: 6, lag: 0, share: 1, days: 30 })
    expect(scan(signal, price)).toBeNull()
  })
})
