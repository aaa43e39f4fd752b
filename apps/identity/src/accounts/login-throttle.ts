import { createHash } from 'node:crypto'
import { networkOf } from '../network/network-of.ts'
import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'

/** Consecutive wrong passwords before the next attempt has to wait. */
export const freeAttempts = 5

/** The wait doubles with each further attempt, from one second up to this. */
export const longestWaitMs = 900_000

/** Attempts on one account from anywhere within about an hour, before strangers have to take turns. */
export const freeAttemptsPerAccount = 100

/** How long strangers then wait for a turn. It never grows, so that an owner at a new place still gets in. */
export const turnMs = 30_000

/** Attempts per minute from one network, across all accounts; an office shares one address. */
export const attemptsPerNetwork = 60

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface Attempt {
  /** The account, or the login if it is unknown: both are treated the same. */
  account: string
  address: string
  /** The browser, if the account has signed in from it before. */
  browserId: string | null
}

type Permission = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export interface LoginThrottle {
  /** Counts an attempt before its password is checked, so that parallel guesses cannot evade the limit. */
  admit(attempt: Attempt): Promise<Permission>
  /** Clears the failures of an account after it signed in, at the place where it did. */
  clear(attempt: Attempt): Promise<void>
}

interface Pace {
  free: number
  firstWaitMs: number
  longestWaitMs: number
  /** After this long without an attempt, the count starts again. */
  forgetMs: number
}

const placePace: Pace = {
  free: freeAttempts,
  firstWaitMs: 1000,
  longestWaitMs,
  forgetMs: 24 * hourMs,
}
const strangersPace: Pace = {
  free: freeAttemptsPerAccount,
  firstWaitMs: turnMs,
  longestWaitMs: turnMs,
  forgetMs: hourMs,
}

/**
 * Throttles guesses by the pair of account and place, so that no one can lock out the owner of an account, who is elsewhere or in a browser
 * that the account knows. Counters are in the database, so that all processes share them and they survive a restart.
 */
export function createLoginThrottle({ database, clock }: { database: Database; clock: Clock }): LoginThrottle {
  /**
   * Milliseconds to wait; 0 if an attempt is allowed. A refused attempt is not counted, so repeating it does not prolong the wait. No wait exceeds
   * the maximum: a later time was stored before this machine's clock was set back.
   */
  const takeTurn = async (key: string, pace: Pace): Promise<number> => {
    const now = timestamp(clock())
    const { rows } = await database.query(
      `insert into oidc_login_attempt as attempt (key, attempts, opens_at, window_ends_at)
       values ($1, 1, $2::timestamptz, $3::timestamptz)
       on conflict (key) do update set
         attempts = case when attempt.window_ends_at <= $2::timestamptz then 1 else attempt.attempts + 1 end,
         opens_at = $2::timestamptz + case
           when attempt.window_ends_at <= $2::timestamptz or attempt.attempts + 1 < $4::integer then interval '0'
           else interval '1 millisecond'
             * least($5::float8 * power(2, least(attempt.attempts + 1 - $4::integer, 30)), $6::float8)
           end,
         window_ends_at = excluded.window_ends_at
       where attempt.opens_at <= $2::timestamptz or attempt.window_ends_at <= $2::timestamptz or attempt.attempts < $4::integer
         or attempt.opens_at > $2::timestamptz + interval '1 millisecond' * $6::float8
       returning key`,
      [key, now, timestamp(clock() + pace.forgetMs), pace.free, pace.firstWaitMs, pace.longestWaitMs],
    )
    if (rows.length > 0) return 0
    const existing = await database.query('select opens_at from oidc_login_attempt where key = $1', [key])
    const opensAt = existing.rows[0]?.opens_at
    // Swept or cleared in between: the next attempt will be allowed.
    return opensAt instanceof Date ? Math.max(1, opensAt.getTime() - clock()) : 1000
  }

  const countInMinute = async (key: string, limit: number): Promise<number> => {
    const { rows } = await database.query(
      `insert into oidc_login_attempt as attempt (key, attempts, window_ends_at) values ($1, 1, $3::timestamptz)
       on conflict (key) do update set
         attempts = case when attempt.window_ends_at > $2::timestamptz and attempt.window_ends_at <= $3::timestamptz
           then attempt.attempts + 1 else 1 end,
         window_ends_at = case when attempt.window_ends_at > $2::timestamptz and attempt.window_ends_at <= $3::timestamptz
           then attempt.window_ends_at else $3::timestamptz end
       returning attempts, window_ends_at`,
      [key, timestamp(clock()), timestamp(clock() + minuteMs)],
    )
    const [row] = rows
    // The driver parses timestamptz into a Date.
    return row && Number(row.attempts) > limit ? (row.window_ends_at as Date).getTime() - clock() : 0
  }

  return {
    async admit(attempt) {
      const isStranger = attempt.browserId === null
      const wait =
        (isStranger && (await countInMinute(toKey('network', networkOf(attempt.address)), attemptsPerNetwork))) ||
        (await takeTurn(toPlaceKey(attempt), placePace)) ||
        // Last, so that a place that is already refused does not use up everyone else's turns.
        (isStranger && (await takeTurn(toKey('account', attempt.account), strangersPace))) ||
        0
      return wait > 0 ? { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) } : { allowed: true }
    },
    async clear(attempt) {
      // Not the strangers' counter: otherwise an attacker would get new guesses each time the owner signs in.
      await database.query('delete from oidc_login_attempt where key = $1', [toPlaceKey(attempt)])
    },
  }
}

function toPlaceKey({ account, address, browserId }: Attempt): string {
  return toKey('place', account, browserId === null ? networkOf(address) : `browser ${browserId}`)
}

/** Hashed, because people sometimes type their password into the login field. */
function toKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
