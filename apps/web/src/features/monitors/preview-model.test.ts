import { expect, test } from 'vitest'
import { bounds } from './preview-model.ts'

test('one loud week does not hide whether the limit was passed in the others', () => {
  const { high, isCut } = bounds([0.4, 1.9, 2.3, 108], 2, false)
  expect(high).toBeLessThan(20)
  expect(isCut).toBe(true)
})

test('an axis that holds every value cuts none', () => {
  expect(bounds([0.4, null, 2.8], 2, false)).toMatchObject({ low: 0, high: 3, isCut: false })
  expect(bounds([12, 90], null, false)).toMatchObject({ low: 0, isCut: false })
})
