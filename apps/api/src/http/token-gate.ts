import { usualFailures } from '@auspex/contract/refusals'
import { createHash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { CodedError } from '../kernel/errors.ts'
import type { GoodTokens } from './authenticate.ts'
import { networkOf } from './describe-caller.ts'

/** Beyond this many remembered tokens the oldest are evicted. */
const maxRemembered = 10_000

export interface TokenGate {
  /**
   * Verifies a token, unless its network had too many refused: then it throws a `CodedError`, rate limited. Tokens verified before still pass, so
   * that an attacker does not lock out others behind the same address.
   */
  pass<T>(attempt: { address: string | undefined; token: string | undefined; verify: () => Promise<T> }): Promise<T>
}

/**
 * Counts refused tokens by network, because verifying a signature costs more than refusing. Processes that share their counts share these too, and
 * with `good` also the verified tokens: a caller admitted by one process is not locked out by the next. Frequent lookups are cached in each process.
 */
export function createTokenGate({
  refusals,
  good: shared,
}: {
  refusals: RateLimiterAbstract
  good: GoodTokens | null
}): TokenGate {
  const good = new Set<string>()
  return {
    pass: async ({ address, token, verify }) => {
      const network = networkOf(address)
      const digest = createHash('sha256')
        .update(token ?? '')
        .digest('base64')
      const wasGood = good.has(digest)
      // counted before the result is known and undone afterwards, or a thousand concurrent tokens would all be verified
      const isTaken =
        !wasGood && (await take({ refusals, network, isGood: async () => (await shared?.has(digest)) === true }))
      let result
      try {
        result = await verify()
      } catch (error) {
        // a failure for another reason, such as an unavailable provider, is not a refusal
        if (isTaken && !isRefusal(error)) await refusals.reward(network)
        if (isRefusal(error) && !isTaken) {
          good.delete(digest)
          await shared?.remove(digest)
        }
        throw error
      }
      if (isTaken) await refusals.reward(network)
      if (!wasGood) await shared?.add(digest)
      good.delete(digest) // moves it to the newest position
      good.add(digest)
      const [oldest] = good
      if (good.size > maxRemembered && oldest !== undefined) good.delete(oldest)
      return result
    },
  }
}

/** Counts an attempt, unless its network had too many and the token is known to be good: then it passes uncounted. */
async function take({
  refusals,
  network,
  isGood,
}: {
  refusals: RateLimiterAbstract
  network: string
  isGood: () => Promise<boolean>
}): Promise<boolean> {
  try {
    await refusals.consume(network)
    return true
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    if (await isGood()) return false
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new CodedError({
      kind: 'rate_limited',
      ...usualFailures[429],
      detail: `Too many access tokens of your network were refused. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      retryAfterSeconds: seconds,
    })
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof CodedError && error.kind === 'unauthenticated'
}
