import { randomBytes } from 'node:crypto'
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

describe('signing keys', () => {
  test('of a new database are one, and stay the same', async () => {
    const first = await keyIds()
    expect(first).toHaveLength(1)
    expect(await keyIds()).toEqual(first)
  })

  test('are the same for processes that start at the same moment', async () => {
    await Promise.all([keyIds(), keyIds(), keyIds()])
    const [one, two] = await Promise.all([keyIds(), keyIds()])
    expect(one).toEqual(two)
  })

  test('are not rotated before they are old', async () => {
    const first = await keyIds()
    now += rotateAfterMs - 1
    await rotateSigningKeys({ database, clock, seal })
    expect(await keyIds()).toEqual(first)
  })

  test('are published before they sign, and after they signed', async () => {
    const [old] = await keyIds()
    now += rotateAfterMs
    await rotateSigningKeys({ database, clock, seal })
    const published = await keyIds()
    expect(published).toHaveLength(2)
    expect(published[0]).toBe(old)
    now += publishBeforeUseMs
    await rotateSigningKeys({ database, clock, seal })
    expect(await keyIds()).toEqual([published[1], old])
    now += retiredKeyPublishedMs
    await rotateSigningKeys({ database, clock, seal })
    expect(await keyIds()).toEqual([published[1]])
  })
})

test('a signing key has a strength of 128 bits, and no two are the same', async () => {
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

  test('are sealed, also those that were there before, and stay the same', async () => {
    const before = await keyIds()
    expect(await stored()).toContain('"d":')
    seal = createSeal(randomBytes(32))
    expect(await keyIds()).toEqual(before)
    expect(await stored()).not.toContain('"d":')
    expect(await keyIds()).toEqual(before)
  })

  test('are sealed when they are made, and cannot be read without the key', async () => {
    seal = createSeal(randomBytes(32))
    await keyIds()
    expect(await stored()).not.toContain('"d":')
    seal = createSeal(null)
    await expect(keyIds()).rejects.toThrow(SealedSecretError)
  })
})
