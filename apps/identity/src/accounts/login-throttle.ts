import { createHash } from 'node:crypto'
import { networkOf } from '../network/network-of.ts'
import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'

/** Wrong passwords in a row before the next attempt has to wait. */
export const freeAttempts = 5

/** The wait doubles with each further attempt, from a second up to this. */
export const longestWaitMs = 900_000

/** Attempts on one account from everywhere in about an hour, before strangers take turns. */
export const freeAttemptsPerAccount = 100

/** How long strangers wait for a turn then. It never grows: an owner at a new place still gets in. */
export const turnMs = 30_000

/** Attempts from one network in a minute, over all accounts; an office shares one address. */
export const attemptsPerNetwork = 60

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface Attempt {
  /** The account, or the login when nobody has it: both are treated alike. */
  account: string
  address: string
  /** The browser, when the account signed in from it before. */
  browserId: string | null
}

type Permission = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export interface LoginThrottle {
  /** Counts an attempt before its password is checked, so that parallel guesses cannot slip through. */
  admit(attempt: Attempt): Promise<Permission>
  /** Forgets the failures of who signed in, at the place where they did. */
  clear(attempt: Attempt): Promise<void>
}

interface Pace {
  free: number
  firstWaitMs: number
  longestWaitMs: number
  /** Without an attempt for this long the count begins anew. */
  forgetMs: number
}

const place: Pace = {
  free: freeAttempts,
  firstWaitMs: 1000,
  longestWaitMs,
  forgetMs: 24 * hourMs,
}
const strangers: Pace = {
  free: freeAttemptsPerAccount,
  firstWaitMs: turnMs,
  longestWaitMs: turnMs,
  forgetMs: hourMs,
}

/**
 * Slows guesses by the pair of account and place, so that nobody closes an account for its owner, who is elsewhere or
 * in a browser that the account knows. Counted in the database: all processes share it and a restart keeps it.
 */
export function createLoginThrottle({ database, clock }: { database: Database; clock: Clock }): LoginThrottle {
  /**
   * Milliseconds to wait; 0 when it is one's turn. A refused attempt counts nothing, so insisting prolongs nothing. No wait is longer
   * than the longest: what opens later was written before the clock of this machine was put back.
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
    const closed = await database.query('select opens_at from oidc_login_attempt where key = $1', [key])
    const opensAt = closed.rows[0]?.opens_at
    // Swept or cleared in between: the next attempt will be let in.
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
    // The driver parses timestamptz into Date.
    return row && Number(row.attempts) > limit ? (row.window_ends_at as Date).getTime() - clock() : 0
  }

  return {
    async admit(attempt) {
      const isStranger = attempt.browserId === null
      const wait =
        (isStranger && (await countInMinute(toKey('network', networkOf(attempt.address)), attemptsPerNetwork))) ||
        (await takeTurn(toPlaceKey(attempt), place)) ||
        // Last, so that one place that is refused already does not use up the turns of all others.
        (isStranger && (await takeTurn(toKey('account', attempt.account), strangers))) ||
        0
      return wait > 0 ? { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) } : { allowed: true }
    },
    async clear(attempt) {
      // Not the count of strangers: whoever waits for the owner to sign in would get new guesses by it.
      await database.query('delete from oidc_login_attempt where key = $1', [toPlaceKey(attempt)])
    },
  }
}

function toPlaceKey({ account, address, browserId }: Attempt): string {
  return toKey('place', account, browserId === null ? networkOf(address) : `browser ${browserId}`)
}

/** Hashed, because people type passwords into the wrong field. */
function toKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
