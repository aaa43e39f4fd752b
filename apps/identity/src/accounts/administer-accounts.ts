import { createSeal } from '../keys/seal.ts'
import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'
import { findAccountByLogin } from './accounts.repository.ts'
import { endSessions } from './end-sessions.ts'
import { createSecondFactor } from './second-factor.ts'

/** An account as an operator sees it. */
export interface ListedAccount {
  id: string
  login: string
  email: string
  name: string
  organizationName: string
  roles: string[]
  disabledAt: Date | null
  hasSecondFactor: boolean
}

/**
 * Account administration for anyone with access to the database. Each takes a login or an e-mail address and returns the id, or null if there is
 * none.
 */
export interface AccountAdministration {
  list(): Promise<ListedAccount[]>
  /** Also ends every session; issued access tokens are refused from now on. */
  disable(login: string): Promise<string | null>
  enable(login: string): Promise<string | null>
  /**
   * For administrators in the product, by the account's id: it gets no tokens while it is disabled. Issued tokens and sessions stay valid
   * here, because the product itself refuses them, explains why, and lets the person continue where they were once they are enabled again.
   */
  setDisabled(accountId: string, isDisabled: boolean): Promise<void>
  /** Whether the account with this id is disabled or gone. */
  isSuspended(accountId: string): Promise<boolean>
  /** Deletes an account by its id, with its sessions, second factor and codes; issued access tokens are refused from now on. */
  remove(accountId: string): Promise<void>
  /** For people who lost both their device and their recovery codes. */
  resetSecondFactor(login: string): Promise<string | null>
}

export function createAccountAdministration({
  database,
  clock = Date.now,
  accessTokenSeconds = 300,
}: {
  database: Database
  clock?: Clock
  accessTokenSeconds?: number
}): AccountAdministration {
  // nothing here reads a secret
  const secondFactor = createSecondFactor({ database, clock, seal: createSeal(null) })
  const change = (apply: (accountId: string) => Promise<unknown>) => async (login: string) => {
    const account = await findAccountByLogin(database, login)
    if (account === null) return null
    await apply(account.id)
    return account.id
  }
  const end = (accountId: string) => endSessions({ database, clock, accessTokenSeconds }, { accountId })
  const setDisabled = async (accountId: string, isDisabled: boolean) => {
    await database.query(
      'update account set disabled_at = case when $2 then coalesce(disabled_at, $3::timestamptz) end where id = $1',
      [accountId, isDisabled, timestamp(clock())],
    )
  }
  return {
    async list() {
      const { rows } = await database.query(
        `select id, login, email, name, organization_name, roles, disabled_at, totp.confirmed_at is not null as has_second_factor
          from account left join account_totp as totp on totp.account_id = account.id order by organization_name, login`,
      )
      return rows.map((row) => ({
        id: String(row.id),
        login: String(row.login),
        email: String(row.email),
        name: String(row.name),
        organizationName: String(row.organization_name),
        // Only insertAccounts writes this column.
        roles: row.roles as string[],
        disabledAt: row.disabled_at instanceof Date ? row.disabled_at : null,
        hasSecondFactor: row.has_second_factor === true,
      }))
    },
    async remove(accountId) {
      await end(accountId)
      await database.query('delete from account where id = $1', [accountId])
    },
    disable: change(async (accountId) => {
      await setDisabled(accountId, true)
      await end(accountId)
    }),
    enable: change((accountId) => setDisabled(accountId, false)),
    setDisabled,
    async isSuspended(accountId) {
      const { rows } = await database.query(
        'select disabled_at is not null as is_disabled from account where id = $1',
        [accountId],
      )
      return rows[0]?.is_disabled !== false
    },
    resetSecondFactor: change(async (accountId) => {
      await secondFactor.remove(accountId)
      await end(accountId)
    }),
  }
}
