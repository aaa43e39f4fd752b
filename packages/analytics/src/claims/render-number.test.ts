import { expect, test } from 'vitest'
import { claimNumber } from './render-number.ts'

test('a number tells its own fields only, whatever the estimate holds that it is made of', () => {
  const estimate = { value: -0.1, low: -0.2, high: 0.05, n: 74, method: 'mean with bootstrap over stories' }
  expect(claimNumber({ unit: 'score', pointer: '/tone/mean/value', ...estimate })).toEqual({
    pointer: '/tone/mean/value',
    subject: null,
    value: -0.1,
    low: -0.2,
    high: 0.05,
    n: 74,
    unit: 'score',
    text: '−0.10 (−0.20 to +0.05)',
  })
})

test('what is rounded to one is one', () => {
  expect(claimNumber({ value: 1.3, low: 0, high: 5, unit: 'stories' }).text).toBe('about 1 story (0 to 5)')
  expect(claimNumber({ value: 0.6, low: 0, high: 2, unit: 'documents' }).text).toBe('about 1 document (0 to 2)')
})

test('a bound keeps its side of no change, however close it is', () => {
  const ratio = (low: number, high: number) => claimNumber({ value: 0.42, low, high, unit: 'ratio' }).text
  expect(ratio(0.18, 0.998)).toBe('0.42 times (0.18 to 0.998)')
  expect(ratio(0.18, 1)).toBe('0.42 times (0.18 to 1.0)')
  expect(ratio(1.004, 3)).toBe('0.42 times (1.004 to 3.0)')
  expect(ratio(0.18, 0.99999)).toBe('0.42 times (0.18 to under 1)')
  expect(claimNumber({ value: 0.1, low: 0.002, high: 0.2, unit: 'score' }).text).toBe('+0.10 (+0.002 to +0.20)')
})
