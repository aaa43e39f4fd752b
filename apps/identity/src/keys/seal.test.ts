import { createDecipheriv, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSeal, SealedSecretError } from './seal.ts'

const prefix = 'sealed:v1:'
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

  test('that was changed anywhere cannot be read', () => {
    const bytes = Buffer.from(seal.close('the secret', 'cookie-key').slice(prefix.length), 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => seal.open(prefix + changed.toString('base64url'), 'cookie-key')).toThrow(SealedSecretError)
    }
  })

  test('is AES-256 in GCM, with its place as additional data and 96 bits that are others each time', () => {
    const key = randomBytes(32)
    const sealed = () => Buffer.from(createSeal(key).close('the secret', 'place').slice(prefix.length), 'base64url')
    const bytes = sealed()
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from('place'))
    decipher.setAuthTag(bytes.subarray(-16))
    expect(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('the secret')
    expect(new Set(Array.from({ length: 100 }, () => sealed().subarray(0, 12).toString('hex'))).size).toBe(100)
  })

  test.each([0, 16, 24, 31, 33])('cannot be made with a key of %i bytes', (length) => {
    expect(() => createSeal(Buffer.alloc(length)).close('the secret', 'place')).toThrow('Invalid key length')
  })

  test('that was stored before there was a key is read as it is', () => {
    expect(seal.open('the secret', 'cookie-key')).toBe('the secret')
  })
})
