import { describe, expect, test } from 'vitest'
import { demoInstruments, generateDemoPrices } from './demo-prices.ts'

describe('demo prices', () => {
  const prices = generateDemoPrices({ seed: 7, until: '2026-11-21' })

  test('are the same for the same seed and end, and end the day before', () => {
    expect(generateDemoPrices({ seed: 7, until: '2026-11-21' })).toEqual(prices)
    expect(prices.get('DEMOBTC')?.at(-1)?.day).toBe('2026-11-20')
    expect(prices.get('DEMOBTC')).toHaveLength(1095)
  })

  test('rest at weekends where an exchange would', () => {
    const weekdays = new Set(prices.get('DEMO.QLN')?.map(({ day }) => new Date(day).getUTCDay()))
    expect(weekdays).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  test('say in symbol and name that they are a demo', () => {
    for (const { symbol, name } of demoInstruments) {
      expect(symbol).toMatch(/^DEMO/)
      expect(name).toMatch(/\(demo\)$/)
    }
  })
})
