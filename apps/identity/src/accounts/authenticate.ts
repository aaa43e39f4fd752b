import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import type { Account } from './account.ts'
import { findAccountByLogin } from './accounts.repository.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export interface Credentials {
  login: string
  password: string
  /** The network address the attempt came from. */
  address: string
}

export type Authentication =
  | { kind: 'accepted'; account: Account }
  | { kind: 'refused' }
  | { kind: 'throttled'; retryAfterSeconds: number }

/** Checks a login and password. An unknown login costs the same time as a wrong password. */
export function createAuthenticator({ database, throttle }: { database: Database; throttle: LoginThrottle }) {
  let decoy: Promise<string> | undefined
  return async ({ login, password, address }: Credentials): Promise<Authentication> => {
    const permission = await throttle.admit({ login, address })
    if (!permission.allowed) return { kind: 'throttled', retryAfterSeconds: permission.retryAfterSeconds }
    const account = await findAccountByLogin(database, login)
    decoy ??= hashPassword(randomBytes(16).toString('hex'))
    const matches = await verifyPassword(password, account?.passwordHash ?? (await decoy))
    if (!account || !matches) return { kind: 'refused' }
    await throttle.clear(login)
    return { kind: 'accepted', account }
  }
}

export type Authenticate = ReturnType<typeof createAuthenticator>
