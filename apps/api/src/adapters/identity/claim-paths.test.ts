import { describe, expect, test } from 'vitest'
import { readList, readText } from './claim-paths.ts'

describe('claims', () => {
  test('named by an address with dots are found', () => {
    expect(readList({ 'https://auspex.example/roles': ['member'] }, ['https://auspex.example/roles'])).toEqual([
      'member',
    ])
  })

  test('lists under several paths are joined without repeats', () => {
    expect(
      readList({ roles: ['a', 'b'], realm_access: { roles: ['b', 'c', 7, ''] } }, ['roles', 'realm_access.roles']),
    ).toEqual(['a', 'b', 'c'])
  })

  test('text is the first that holds something', () => {
    expect(readText({ a: ' ', b: 3, c: ['x', 'y'] }, ['missing', 'a', 'b', 'c'])).toBe('x')
    expect(readText({}, ['a.b.c'])).toBeNull()
  })
})
