import { expect, test } from 'vitest'
import { dayOf, parseDay, toDay, toDayNumber } from './day-numbers.ts'

test.each([
  ['1859-11-24T10:00:00.123Z', '1859-11-24'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31'],
  ['1970-01-01T00:00:00Z', '1970-01-01'],
  ['2026-01-05T23:59:59.999Z', '2026-01-05'],
])('%s is on the day %s, and this day has a number', (instant, day) => {
  expect(dayOf(Date.parse(instant))).toBe(day)
  expect(toDay(toDayNumber(Date.parse(instant)))).toBe(day)
  expect(parseDay(day)).toBe(toDayNumber(Date.parse(instant)))
})
