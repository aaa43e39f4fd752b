import { expect, test } from 'vitest'
import { toQuotation } from './to-quotation.ts'

test.each([
  [
    'North Korea threatens "final destruction" of South Korea',
    '“North Korea threatens ‘final destruction’ of South Korea”',
  ],
  ['He said: “war” is near', '“He said: ‘war’ is near”'],
  ['"Peace", they say', '“‘Peace’, they say”'],
  ['They speak of («war») and „Frieden“', '“They speak of (‘war’) and ‘Frieden’”'],
  ["North Korea in 'state of war' with South", "“North Korea in 'state of war' with South”"],
  ['A 41" screen for less', '“A 41″ screen for less”'],
])('quotation marks inside a quotation are single: %s', (text, quotation) => {
  expect(toQuotation(text)).toBe(quotation)
})
