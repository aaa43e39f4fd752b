import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import type { Clock, Database, Row } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'
import type { Seal } from './seal.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** A new key is published this long before it signs: verifiers cache key sets and may not refetch them at once. */
export const publishBeforeUseMs = 15 * minuteMs
/** A retired key stays published until every token it signed has expired. */
export const retiredKeyPublishedMs = dayMs
/** The age at which a signing key is replaced. */
export const rotateAfterMs = 90 * dayMs

/** A security strength of 128 bits; existing smaller keys sign until they are replaced. */
const keyBits = 3072

/** The algorithm of every key here: the one that all OpenID clients must support. */
export const signingAlgorithm = 'RS256'

export interface KeyStore {
  database: Database
  clock: Clock
  seal: Seal
}

interface StoredKey {
  jwk: JWK
  createdAt: number
}

/**
 * Returns the private keys to publish, with the signing one first, and creates the first key of a new database.
 * All processes choose the same: a young key does not sign unless there is no older one, in which case the oldest does. Processes that start on an
 * empty database at once may each create one; they agree when they next load the keys.
 */
export async function loadSigningKeys(store: KeyStore): Promise<JWK[]> {
  const { database, clock, seal } = store
  if (seal.hasKey) await sealStoredKeys(database, seal)
  let keys = await readKeys(store)
  if (!keys.active.length) {
    await insertKey({ ...store, onlyIfNone: true })
    keys = await readKeys(store)
  }
  const mature = keys.active.filter((key) => clock() - key.createdAt >= publishBeforeUseMs)
  const signing = mature.at(-1) ?? keys.active[0]
  const otherKeys = [...keys.active, ...keys.retired].filter((key) => key !== signing)
  if (signing === undefined) throw new Error('The identity provider has no signing key, and none could be created')
  return [signing, ...otherKeys].map(({ jwk }) => jwk)
}

/** Adds a new key when the newest one is old, and retires older keys once it signs. */
export async function rotateSigningKeys(store: KeyStore): Promise<void> {
  const { database, clock } = store
  const { active } = await readKeys(store)
  const newest = active.at(-1)
  if (!newest) return
  const age = clock() - newest.createdAt
  if (age >= rotateAfterMs) await insertKey({ ...store, onlyIfNone: false })
  else if (age >= publishBeforeUseMs && active.length > 1) {
    await database.query('update oidc_signing_key set retired_at = $1 where retired_at is null and kid <> $2', [
      timestamp(clock()),
      newest.jwk.kid,
    ])
  }
}

async function readKeys({ database, clock, seal }: KeyStore): Promise<{ active: StoredKey[]; retired: StoredKey[] }> {
  const { rows } = await database.query(
    'select kid, jwk, created_at, retired_at from oidc_signing_key where retired_at is null or retired_at > $1 order by created_at, kid',
    [timestamp(clock() - retiredKeyPublishedMs)],
  )
  return {
    active: rows.filter((row) => row.retired_at === null).map((row) => toKey(row, seal)),
    retired: rows.filter((row) => row.retired_at !== null).map((row) => toKey(row, seal)),
  }
}

/** The column contains the key as an object, or sealed as text. */
function toKey(row: Row, seal: Seal): StoredKey {
  return {
    // only insertKey and sealStoredKeys write this column
    jwk:
      typeof row.jwk === 'string'
        ? (JSON.parse(seal.open(row.jwk, sealContextOf(String(row.kid)))) as JWK)
        : (row.jwk as JWK),
    createdAt: (row.created_at as Date).getTime(),
  }
}

function sealContextOf(kid: string): string {
  return `signing-key ${kid}`
}

function toColumn(jwk: object, kid: string, seal: Seal): string {
  const text = JSON.stringify(jwk)
  return seal.hasKey ? JSON.stringify(seal.seal(text, sealContextOf(kid))) : text
}

/** Seals keys that were stored before the installation had an encryption key. */
async function sealStoredKeys(database: Database, seal: Seal): Promise<void> {
  const { rows } = await database.query(`select kid, jwk from oidc_signing_key where jsonb_typeof(jwk) = 'object'`)
  for (const { kid, jwk } of rows)
    await database.query('update oidc_signing_key set jwk = $2::jsonb where kid = $1', [
      kid,
      // An object, by the statement's condition.
      toColumn(jwk as object, String(kid), seal),
    ])
}

async function insertKey({ database, clock, seal, onlyIfNone }: KeyStore & { onlyIfNone: boolean }) {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: keyBits })
  const jwk = { ...(await exportJWK(privateKey)), alg: signingAlgorithm, use: 'sig' }
  const kid = await calculateJwkThumbprint(jwk)
  await database.query(
    `insert into oidc_signing_key (kid, jwk, created_at) select $1, $2::jsonb, $3::timestamptz
      where $4 = false or not exists (select 1 from oidc_signing_key where retired_at is null)`,
    [kid, toColumn({ ...jwk, kid }, kid, seal), timestamp(clock()), onlyIfNone],
  )
}

/** The public half of a key, safe to publish. */
export function toPublicKey(jwk: JWK): JWK {
  const { kty, n, e, alg, use, kid } = jwk
  return { kty, n, e, alg, use, kid }
}
