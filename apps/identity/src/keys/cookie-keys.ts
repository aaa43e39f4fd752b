import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import { isSealed, type Seal } from './seal.ts'

const place = 'cookie-key'

/**
 * Returns the secrets that sign cookies, and creates one for a new database. They live beside the sessions, so
 * that a restart or a second process does not sign everybody out. What was stored before there was a key is sealed now.
 */
export async function loadCookieKeys(database: Database, seal: Seal): Promise<string[]> {
  await database.query('insert into oidc_cookie_key (id, secret) values (1, $1) on conflict do nothing', [
    seal.close(randomBytes(32).toString('base64url'), place),
  ])
  const { rows } = await database.query('select id, secret from oidc_cookie_key order by id desc')
  for (const { id, secret } of rows)
    if (seal.hasKey && !isSealed(String(secret)))
      await database.query('update oidc_cookie_key set secret = $2 where id = $1 and secret = $3', [
        id,
        seal.close(String(secret), place),
        secret,
      ])
  return rows.map((row) => seal.open(String(row.secret), place))
}
