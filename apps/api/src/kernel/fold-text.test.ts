import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test('spellings that a person takes for the same fold alike', () => {
  expect(['Nestlé', 'NESTLE', ' nestle\u0301 '].map(foldText)).toEqual(['nestle', 'nestle', 'nestle'])
  expect(foldText('Oat \n  Milk')).toBe('oat milk')
  expect(foldText('東京')).toBe('東京')
})
