import type { AuspexError } from './errors.ts'

/** Retries: how many, or how many and how long to wait; false for none. */
export type RetryOptions = number | false | Partial<RetryPolicy>

export interface RetryPolicy {
  /** Attempts after the first. @default 2 */
  readonly limit: number
  /** Minimum wait before the first retry in milliseconds; doubled with each further one. @default 1000 */
  readonly delayMs: number
  /** Maximum wait of our own choice, in milliseconds. @default 30000 */
  readonly maxDelayMs: number
  /** There is no retry when a server asks for a longer wait than this (milliseconds); the error carries `retryAfter`. @default 60000 */
  readonly maxRetryAfterMs: number
}

const defaults: RetryPolicy = { limit: 2, delayMs: 1000, maxDelayMs: 30_000, maxRetryAfterMs: 60_000 }

/** The policy with the overrides of the options; the given one when there are none. */
export const toRetryPolicy = (options: RetryOptions | undefined, policy = defaults): RetryPolicy =>
  typeof options === 'object' ? { ...policy, ...options } : { ...policy, limit: Number(options ?? policy.limit) }

export interface FailedAttempt {
  readonly error: AuspexError
  /** Retries made so far */
  readonly attempt: number
  readonly random: () => number
}

/**
 * Milliseconds to wait before the next attempt, or null when there is none. A wait requested by the server is used exactly; otherwise the wait
 * doubles, plus up to half as much at random, so that many clients do not retry at once.
 */
export const retryDelayMs = (
  { error: { isRetryable, retryAfter }, attempt, random }: FailedAttempt,
  { limit, delayMs, maxDelayMs, maxRetryAfterMs }: RetryPolicy,
): number | null => {
  if (!isRetryable || attempt >= limit) return null
  if (retryAfter === null) return Math.min(maxDelayMs, delayMs * 2 ** attempt * (1 + random() / 2))
  return retryAfter * 1000 > maxRetryAfterMs ? null : retryAfter * 1000
}
