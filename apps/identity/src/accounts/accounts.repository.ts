import { type Database, isStorable, type Row } from '../storage/database.ts'
import type { NewAccount, StoredAccount } from './account.ts'
import { hashPassword } from './passwords.ts'

const columns = 'id, login, email, name, password_hash, organization_id, organization_name, groups, roles'
const readColumns = `${columns}, disabled_at`

export async function findAccount(database: Database, id: string): Promise<StoredAccount | null> {
  if (!isStorable(id)) return null
  const { rows } = await database.query(`select ${readColumns} from account where id = $1`, [id])
  return toAccount(rows[0])
}

/** The account with this login or e-mail address; if they match different accounts, the login wins. */
export async function findAccountByLogin(database: Database, login: string): Promise<StoredAccount | null> {
  if (!isStorable(login)) return null
  const { rows } = await database.query(
    `select ${readColumns} from account where login = $1 or lower(email) = $1 order by login = $1 desc limit 1`,
    [login.trim().toLowerCase()],
  )
  return toAccount(rows[0])
}

export async function hasAccounts(database: Database): Promise<boolean> {
  const { rows } = await database.query('select 1 from account limit 1')
  return rows.length > 0
}

/**
 * Creates the accounts that do not exist yet; an existing id, login or e-mail is left unchanged, including its password.
 *
 * @returns the ids that were created
 */
export async function insertAccounts(database: Database, accounts: readonly NewAccount[]): Promise<string[]> {
  const created: string[] = []
  for (const account of accounts) {
    if (await findAccount(database, account.id)) continue
    const { rows } = await database.query(
      `insert into account (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
      [
        account.id,
        account.login.trim().toLowerCase(),
        account.email.trim(),
        account.name,
        await hashPassword(account.password),
        account.organization.id,
        account.organization.name,
        JSON.stringify(account.groups),
        JSON.stringify(account.roles),
      ],
    )
    if (rows.length) created.push(account.id)
  }
  return created
}

function toAccount(row: Row | undefined): StoredAccount | null {
  if (!row) return null
  return {
    id: String(row.id),
    login: String(row.login),
    email: String(row.email),
    name: String(row.name),
    passwordHash: String(row.password_hash),
    isDisabled: row.disabled_at !== null,
    organization: { id: String(row.organization_id), name: String(row.organization_name) },
    // Only insertAccounts writes these columns.
    groups: row.groups as string[],
    roles: row.roles as string[],
  }
}
