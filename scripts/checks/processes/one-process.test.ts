import { describe, expect, test } from 'vitest'
import { findMistakes, oneProcessTests, patternOfOthers } from './one-process.ts'

const mira = { file: 'modules/users/users.api.test.ts', because: 'it is an example' }

describe('the tests about one process', () => {
  test('are there, and their titles leave out no test of another file', () => {
    expect(findMistakes(oneProcessTests)).toEqual([])
  })

  test('are missed when they were renamed', () => {
    expect(findMistakes([{ ...mira, group: 'getMe works', test: 'as it did last year' }])).toEqual([
      'modules/users/users.api.test.ts has no “getMe works as it did last year”',
    ])
  })

  test('are left out by the beginning of their titles, and no other is', () => {
    const others = new RegExp(patternOfOthers([{ ...mira, group: 'getMe works', test: 'a person' }]), 'u')
    expect(others.test('getMe works > a person keeps their id')).toBe(false)
    expect(others.test('getMe works a person keeps their id')).toBe(false)
    expect(others.test('getMe works > the first call makes the profile')).toBe(true)
    expect(others.test('getMe protects > a person')).toBe(true)
  })
})
