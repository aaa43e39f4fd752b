import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, countDays, daysBetween, isDay, listDays, maxDays, mondayOf } from './days.ts'

test('days are counted across leap days and years', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2027-12-31', '2028-12-31')).toBe(366)
})

test('a week begins on Monday, also across the end of a year', () => {
  expect(['2026-11-16', '2026-11-22', '2027-01-01'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-12-28'])
})

test('the result of any addition is a valid day', () => {
  const day = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.integer({ min: -4_000_000, max: 4_000_000 }), (from, count) => {
      const result = addDays(from, count)
      expect(addDays(result, 0)).toBe(result)
      expect(result >= '0001-01-01' && result <= '9999-12-31').toBe(true)
      expect(count < 0 ? result <= from : result >= from).toBe(true)
    }),
  )
  expect([addDays('0001-01-01', -14), addDays('9999-12-31', 1)]).toEqual(['0001-01-01', '9999-12-31'])
})

test.each(['2026-02-30', '2026-2-3', 'today', '2026-01-01T00:00:00Z'])('%s is no day', (day) => {
  expect(() => addDays(day, 1)).toThrow(RangeError)
})

test.each(['0000-01-01', '0000-12-31', '2026-02-29', '2026-13-01', '+010000-01-01', '2026-01-01Z', ''])(
  '%j is refused as a day',
  (text) => expect(isDay(text)).toBe(false),
)

test.each(['0001-01-01', '2028-02-29', '9999-12-31'])('%s is accepted as a day', (text) => {
  expect(isDay(text)).toBe(true)
})

test('days are listed across leap days, even in the first century', () => {
  expect(listDays('2020-02-28', '2020-03-01')).toEqual(['2020-02-28', '2020-02-29', '2020-03-01'])
  expect(listDays('0004-02-28', '0004-03-01')).toEqual(['0004-02-28', '0004-02-29', '0004-03-01'])
  expect(listDays('1900-02-28', '1900-03-01')).toEqual(['1900-02-28', '1900-03-01'])
  expect(countDays('2020-03-01', '2020-02-28')).toBe(0)
})

test('the list of days never exceeds the maximum of a series', () => {
  const day = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (from, to) => {
      const length = daysBetween(from, to) + 1
      expect(lengthOf(from, to)).toBe(length > maxDays ? 'too long' : Math.max(0, length))
    }),
  )
  expect(listDays('1917-05-20', addDays('1917-05-20', maxDays - 1)).at(-1)).toBe(addDays('1917-05-20', maxDays - 1))
})

function lengthOf(from: string, to: string): number | 'too long' {
  try {
    return listDays(from, to).length
  } catch (error) {
    if (error instanceof RangeError) return 'too long'
    throw error
  }
}
