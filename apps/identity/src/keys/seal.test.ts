import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSeal, SealedSecretError } from './seal.ts'

const seal = createSeal(randomBytes(32))

describe('a sealed secret', () => {
  test('is read with its key in its place, and shows nothing of itself', () => {
    const stored = seal.close('the secret', 'cookie-key')
    expect(stored).not.toContain('secret')
    expect(seal.close('the secret', 'cookie-key')).not.toBe(stored)
    expect(seal.open(stored, 'cookie-key')).toBe('the secret')
  })

  test.each([
    ['another key', createSeal(randomBytes(32)), 'cookie-key', 'is not the key'],
    ['no key', createSeal(null), 'cookie-key', 'Set AUSPEX_ENCRYPTION_KEY'],
    ['its key in another place', seal, 'signing-key', 'is not the key'],
  ])('cannot be read with %s, and says what to set', (_with, other, place, message) => {
    const stored = seal.close('the secret', 'cookie-key')
    expect(() => other.open(stored, place)).toThrow(SealedSecretError)
    expect(() => other.open(stored, place)).toThrow(message)
  })

  test('that was changed cannot be read', () => {
    const stored = seal.close('the secret', 'cookie-key')
    const changed = stored.slice(0, -2) + (stored.endsWith('AA') ? 'BB' : 'AA')
    expect(() => seal.open(changed, 'cookie-key')).toThrow(SealedSecretError)
  })

  test('that was stored before there was a key is read as it is', () => {
    expect(seal.open('the secret', 'cookie-key')).toBe('the secret')
  })
})
