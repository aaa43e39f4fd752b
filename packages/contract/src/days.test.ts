import { expect, test } from 'vitest'
import { addDays, daysBetween } from './days.ts'

test('days are counted across leap days and years', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2027-12-31', '2028-12-31')).toBe(366)
})

test.each(['2026-02-30', '2026-2-3', 'today', '2026-01-01T00:00:00Z'])('%s is no day', (day) => {
  expect(() => addDays(day, 1)).toThrow(RangeError)
})
