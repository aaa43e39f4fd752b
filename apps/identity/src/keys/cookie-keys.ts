import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'

/**
 * Returns the secrets that sign cookies, and creates one for a new database. They live beside the sessions, so
 * that a restart or a second process does not sign everybody out.
 */
export async function loadCookieKeys(database: Database): Promise<string[]> {
  await database.query('insert into oidc_cookie_key (id, secret) values (1, $1) on conflict do nothing', [
    randomBytes(32).toString('base64url'),
  ])
  const { rows } = await database.query('select secret from oidc_cookie_key order by id desc')
  return rows.map((row) => String(row.secret))
}
