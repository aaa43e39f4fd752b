import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import type { StoredAccount } from './account.ts'
import { findAccountByLogin } from './accounts.repository.ts'
import { isKnownTo, type KnownBrowser } from './known-browser.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export interface Credentials {
  login: string
  password: string
  /** The network address the attempt came from. */
  address: string
  browser: KnownBrowser | null
}

/** `accountId` is null for an unknown login. */
export type Authentication =
  | { kind: 'accepted'; account: StoredAccount }
  /** The password was right, but the account is disabled. */
  | { kind: 'disabled'; accountId: string }
  | { kind: 'refused'; accountId: string | null }
  | { kind: 'throttled'; accountId: string | null; retryAfterSeconds: number }

/**
 * Checks a login and password. An unknown login goes through the same steps as a wrong password, with the same throttling
 * and timing.
 */
export function createAuthenticator({ database, throttle }: { database: Database; throttle: LoginThrottle }) {
  let decoy: Promise<string> | undefined
  return async ({ login, password, address, browser }: Credentials): Promise<Authentication> => {
    const account = await findAccountByLogin(database, login)
    const accountId = account?.id ?? null
    const attempt = {
      // User name and e-mail address share one account's counter. A login cannot start with a space, so unknown ones get separate keys.
      account: accountId === null ? ` ${login.trim().toLowerCase()}` : accountId,
      address,
      browserId: accountId !== null && isKnownTo(browser, accountId) ? browser.id : null,
    }
    const permission = await throttle.admit(attempt)
    if (!permission.allowed) {
      return { kind: 'throttled', accountId, retryAfterSeconds: permission.retryAfterSeconds }
    }
    decoy ??= hashPassword(randomBytes(16).toString('hex'))
    const matches = await verifyPassword(password, account?.passwordHash ?? (await decoy))
    if (!account || !matches) return { kind: 'refused', accountId }
    if (account.isDisabled) return { kind: 'disabled', accountId: account.id }
    await throttle.clear(attempt)
    return { kind: 'accepted', account }
  }
}

export type Authenticate = ReturnType<typeof createAuthenticator>
