import { createDecipheriv, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../storage/migrate.ts'
import { createSeal, SealedSecretError } from './seal.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  loadSigningKeys,
  publishBeforeUseMs,
  retiredKeyPublishedMs,
  rotateAfterMs,
  rotateSigningKeys,
} from './signing-keys.ts'

describe('signing keys', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let now = 0
  let seal = createSeal(null)
  const clock = () => now
  const keyIds = async () => (await loadSigningKeys({ database, clock, seal })).map((key) => key.kid)

  beforeAll(async () => {
    database = await openTestDatabase()
    await migrate(database)
  })

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1)
    seal = createSeal(null)
    await database.query('delete from oidc_signing_key')
  })

  afterAll(() => database.close())

  describe('without an encryption key', () => {
    test('of a new database are one, and stay the same', async () => {
      const first = await keyIds()
      expect(first).toHaveLength(1)
      expect(await keyIds()).toEqual(first)
    })

    test('agree between processes that started at the same time, once they load them again', async () => {
      await Promise.all([keyIds(), keyIds(), keyIds()])
      const [one, two] = await Promise.all([keyIds(), keyIds()])
      expect(one).toEqual(two)
    })

    test('are not rotated before they expire', async () => {
      const first = await keyIds()
      now += rotateAfterMs - 1
      await rotateSigningKeys({ database, clock, seal })
      expect(await keyIds()).toEqual(first)
    })

    test('are published before they are used and after they are retired', async () => {
      const [oldKeyId] = await keyIds()
      now += rotateAfterMs
      await rotateSigningKeys({ database, clock, seal })
      const published = await keyIds()
      expect(published).toHaveLength(2)
      expect(published[0]).toBe(oldKeyId)
      now += publishBeforeUseMs
      await rotateSigningKeys({ database, clock, seal })
      expect(await keyIds()).toEqual([published[1], oldKeyId])
      now += retiredKeyPublishedMs
      await rotateSigningKeys({ database, clock, seal })
      expect(await keyIds()).toEqual([published[1]])
    })
  })

  test('a signing key has a strength of 128 bits and is unique', async () => {
    const [first] = await loadSigningKeys({ database, clock, seal })
    now += rotateAfterMs
    await rotateSigningKeys({ database, clock, seal })
    const keys = await loadSigningKeys({ database, clock, seal })
    expect(keys.map(({ kty, alg, n = '' }) => [kty, alg, Buffer.from(n, 'base64url').length * 8])).toEqual([
      ['RSA', 'RS256', 3072],
      ['RSA', 'RS256', 3072],
    ])
    expect(new Set(keys.map(({ n }) => n)).size).toBe(2)
    expect(keys.map(({ n }) => n)).toContain(first?.n)
  })

  describe('signing keys of an installation with an encryption key', () => {
    const stored = async () => JSON.stringify((await database.query('select jwk from oidc_signing_key')).rows)

    test('are sealed, including earlier ones, and stay the same', async () => {
      const before = await keyIds()
      expect(await stored()).toContain('"d":')
      seal = createSeal(randomBytes(32))
      expect(await keyIds()).toEqual(before)
      expect(await stored()).not.toContain('"d":')
      expect(await keyIds()).toEqual(before)
    })

    test('are sealed when generated, and cannot be read without the key', async () => {
      seal = createSeal(randomBytes(32))
      await keyIds()
      expect(await stored()).not.toContain('"d":')
      seal = createSeal(null)
      await expect(keyIds()).rejects.toThrow(SealedSecretError)
    })
  })
})

describe('seal', () => {
  const prefix = 'sealed:v1:'
  const seal = createSeal(randomBytes(32))

  describe('a sealed secret', () => {
    test('is read with its key in its context, and reveals nothing', () => {
      const stored = seal.seal('the secret', 'cookie-key')
      expect(stored).not.toContain('secret')
      expect(seal.seal('the secret', 'cookie-key')).not.toBe(stored)
      expect(seal.open(stored, 'cookie-key')).toBe('the secret')
    })

    test.each([
      ['another key', createSeal(randomBytes(32)), 'cookie-key', 'is not the key'],
      ['no key', createSeal(null), 'cookie-key', 'Set AUSPEX_ENCRYPTION_KEY'],
      ['its key in another place', seal, 'signing-key', 'is not the key'],
    ])('cannot be read with %s, and the error says what to set', (_with, other, place, message) => {
      const stored = seal.seal('the secret', 'cookie-key')
      expect(() => other.open(stored, place)).toThrow(SealedSecretError)
      expect(() => other.open(stored, place)).toThrow(message)
    })

    test('that was changed anywhere cannot be read', () => {
      const bytes = Buffer.from(seal.seal('the secret', 'cookie-key').slice(prefix.length), 'base64url')
      for (const at of bytes.keys()) {
        const changed = Buffer.from(bytes)
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
        expect(() => seal.open(prefix + changed.toString('base64url'), 'cookie-key')).toThrow(SealedSecretError)
      }
    })

    test('is AES-256-GCM, with its context as additional data and a new 96-bit nonce each time', () => {
      const key = randomBytes(32)
      const sealed = () => Buffer.from(createSeal(key).seal('the secret', 'place').slice(prefix.length), 'base64url')
      const bytes = sealed()
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from('place'))
      decipher.setAuthTag(bytes.subarray(-16))
      expect(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('the secret')
      expect(new Set(Array.from({ length: 100 }, () => sealed().subarray(0, 12).toString('hex'))).size).toBe(100)
    })

    test.each([0, 16, 24, 31, 33])('cannot be made with a key of %i bytes', (length) => {
      expect(() => createSeal(Buffer.alloc(length)).seal('the secret', 'place')).toThrow('Invalid key length')
    })

    test('stored before a key was configured is read as it is', () => {
      expect(seal.open('the secret', 'cookie-key')).toBe('the secret')
    })
  })
})
