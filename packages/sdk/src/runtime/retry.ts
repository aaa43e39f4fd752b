import type { AuspexError } from './errors.ts'

/** Further attempts: how many, or how many and how long to wait; false for none. */
export type RetryOptions = number | false | Partial<RetryPolicy>

export interface RetryPolicy {
  /** Further attempts after the first. @default 2 */
  readonly limit: number
  /** Wait before the first retry in milliseconds; doubled with each further one. @default 1000 */
  readonly delayMs: number
  /** Longest wait of our own choice, in milliseconds. @default 30000 */
  readonly maxDelayMs: number
  /** A server that asks for a longer wait than this (milliseconds) is not asked again; the error carries `retryAfter`. @default 60000 */
  readonly maxRetryAfterMs: number
}

const defaults: RetryPolicy = { limit: 2, delayMs: 1000, maxDelayMs: 30_000, maxRetryAfterMs: 60_000 }

/** The policy with what the options say instead; the given one when they say nothing. */
export const toRetryPolicy = (options: RetryOptions | undefined, policy = defaults): RetryPolicy =>
  typeof options === 'object' ? { ...policy, ...options } : { ...policy, limit: Number(options ?? policy.limit) }

export interface FailedAttempt {
  readonly error: AuspexError
  /** Retries made so far */
  readonly attempt: number
  readonly random: () => number
}

/**
 * Milliseconds to wait before the next attempt, or null when there shall be none. What the server asks for is kept
 * exactly; else the wait doubles, and half of it is left to chance, so that many clients do not come back at once.
 */
export const retryDelayMs = (
  { error: { isRetryable, retryAfter }, attempt, random }: FailedAttempt,
  { limit, delayMs, maxDelayMs, maxRetryAfterMs }: RetryPolicy,
): number | null => {
  if (!isRetryable || attempt >= limit) return null
  if (retryAfter === null) return Math.min(maxDelayMs, delayMs * 2 ** attempt) * (0.5 + random() / 2)
  return retryAfter * 1000 > maxRetryAfterMs ? null : retryAfter * 1000
}
