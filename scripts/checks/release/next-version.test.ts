import { describe, expect, test } from 'vitest'
import { isAtLeast, nextVersion } from './next-version.ts'

describe('the next version', () => {
  test('follows semver once the contract is stable', () => {
    expect(nextVersion('1.4.2', 'major')).toBe('2.0.0')
    expect(nextVersion('1.4.2', 'minor')).toBe('1.5.0')
    expect(nextVersion('1.4.2', 'patch')).toBe('1.4.3')
    expect(nextVersion('1.4.2', 'none')).toBe('1.4.2')
  })

  test('moves down one place before that', () => {
    expect(nextVersion('0.1.9', 'major')).toBe('0.2.0')
    expect(nextVersion('0.1.9', 'minor')).toBe('0.1.10')
    expect(nextVersion('0.1.9', 'patch')).toBe('0.1.10')
  })

  test('may be passed over, and is compared as numbers', () => {
    expect(isAtLeast('0.10.0', '0.9.3')).toBe(true)
    expect(isAtLeast('0.2.0', '0.2.0')).toBe(true)
    expect(isAtLeast('0.1.11', '0.2.0')).toBe(false)
    expect(() => isAtLeast('0.2.0-beta', '0.2.0')).toThrow('is not a version')
  })
})
