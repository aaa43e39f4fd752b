import { expect, test } from 'vitest'
import { tellRatio, untoldReason } from './telling-ratio.ts'

test.each([
  ['is told when bounds and documents allow', { value: 1.8, low: 1.3, high: 2.5, n: 84 }, null],
  ['is told up to a factor of ten', { value: 3, low: 1, high: 10, n: 10 }, null],
  ['of one document against none is not', { value: 14, low: 0.004, high: 52_000, n: 1 }, 'too-few'],
  ['of days that burst is not, whatever their number', { value: 14, low: 0.004, high: 52_000, n: 400 }, 'too-wide'],
  ['that may be nothing at all is not', { value: 2, low: 0, high: 4, n: 60 }, 'too-wide'],
] as const)('a ratio %s', (_, ratio, reason) => {
  expect(untoldReason(ratio)).toBe(reason)
  expect(tellRatio(ratio)).toBe(reason === null ? ratio : null)
})

test('a kind of sentence may ask for other numbers of documents', () => {
  expect(tellRatio({ value: 2, low: 1, high: 4, n: 6 }, 5)).not.toBeNull()
  expect(tellRatio(null)).toBeNull()
})
