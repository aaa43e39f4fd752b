import type { Database } from '../storage/database.ts'
import type { StoredAccount } from './account.ts'
import { hashPassword } from './passwords.ts'

/** Stores a new password. False when the old one is not the account's any more: somebody else was faster. */
export async function changePassword(database: Database, account: StoredAccount, password: string): Promise<boolean> {
  const { rows } = await database.query(
    'update account set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [account.id, account.passwordHash, await hashPassword(password)],
  )
  return rows.length > 0
}
