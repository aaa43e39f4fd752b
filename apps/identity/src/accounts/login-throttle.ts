import { createHash } from 'node:crypto'
import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'

export const LOGIN_WINDOW_MS = 60_000
/** Attempts for one login in a window. The next one is refused without looking at the password. */
export const ATTEMPTS_PER_LOGIN = 5
/** Attempts from one address in a window, over all logins; an office shares one address. */
export const ATTEMPTS_PER_ADDRESS = 60

type Permission = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export interface LoginThrottle {
  /** Counts an attempt before its password is checked, so that parallel guesses cannot slip through. */
  admit(attempt: { login: string; address: string }): Promise<Permission>
  /** Forgets the failures of a login after it signed in. */
  clear(login: string): Promise<void>
}

/** Counts attempts in the database, so that all processes share the count and a restart does not reset it. */
export function createLoginThrottle({ database, clock }: { database: Database; clock: Clock }): LoginThrottle {
  return {
    async admit({ login, address }) {
      const limits = new Map([
        [toKey('login', login), ATTEMPTS_PER_LOGIN],
        [toKey('address', address), ATTEMPTS_PER_ADDRESS],
      ])
      const now = clock()
      const { rows } = await database.query(
        `insert into oidc_login_attempt (key, attempts, window_ends_at) values ($1, 1, $3::timestamptz), ($2, 1, $3::timestamptz)
         on conflict (key) do update set
           attempts = case when oidc_login_attempt.window_ends_at <= $4::timestamptz then 1 else oidc_login_attempt.attempts + 1 end,
           window_ends_at = case when oidc_login_attempt.window_ends_at <= $4::timestamptz then $3::timestamptz else oidc_login_attempt.window_ends_at end
         returning key, attempts, window_ends_at`,
        [...limits.keys(), timestamp(now + LOGIN_WINDOW_MS), timestamp(now)],
      )
      const waits = rows
        .filter((row) => Number(row.attempts) > (limits.get(String(row.key)) ?? 0))
        // The driver parses timestamptz into Date.
        .map((row) => Math.ceil(((row.window_ends_at as Date).getTime() - now) / 1000))
      return waits.length ? { allowed: false, retryAfterSeconds: Math.max(1, ...waits) } : { allowed: true }
    },
    async clear(login) {
      await database.query('delete from oidc_login_attempt where key = $1', [toKey('login', login)])
    },
  }
}

/** Hashed, because people type passwords into the wrong field. */
function toKey(kind: 'login' | 'address', value: string): string {
  return createHash('sha256').update(`${kind}:${value.trim().toLowerCase()}`).digest('base64url')
}
