import { usualFailures } from '@auspex/contract/refusals'
import { createHash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { StatementPool } from '../adapters/database/database.port.ts'
import type { Clock } from '../kernel/clock.ts'
import { CodedError } from '../kernel/errors.ts'
import { networkOf } from './describe-caller.ts'
import { createRequestCounter } from './request-counter.ts'

/** Beyond this many verified tokens a process forgets the one that was used longest ago. */
const maxRemembered = 10_000
/** How long other processes know a verified token. It is renewed at half of that, as personal access tokens are valid for days. */
const sharedSeconds = 600

export interface TokenGate {
  /**
   * Verifies a token, unless its network had too many refused: then it throws a `CodedError`, rate limited. Tokens verified before still pass, so
   * that an attacker does not lock out others behind the same address.
   */
  pass<T>(attempt: { address: string | undefined; token: string | undefined; verify: () => Promise<T> }): Promise<T>
}

/** Digests of verified tokens, shared by the processes on one database. */
export interface VerifiedTokens {
  has(digest: string): Promise<boolean>
  /** Shares a digest for the next ten minutes. */
  add(digest: string): Promise<void>
  remove(digest: string): Promise<void>
}

/** Keeps digests as counters, because their table already has the expiry, is not logged, and contains no token in the clear. */
export function createVerifiedTokens(pool: StatementPool): VerifiedTokens {
  const counter = createRequestCounter({ name: 'good-token', points: 1, seconds: sharedSeconds, shared: pool })
  return {
    has: async (digest) => (await counter.get(digest)) !== null,
    async add(digest) {
      await counter.set(digest, 1, sharedSeconds)
    },
    async remove(digest) {
      await counter.delete(digest)
    },
  }
}

interface TokenGateOptions {
  refusals: RateLimiterAbstract
  /** Null where one process serves all requests. */
  shared: VerifiedTokens | null
  clock: Clock
}

/**
 * Counts refused tokens by network, because verifying a signature costs more than refusing. Processes that share their counts share their verified
 * tokens too: a caller admitted by one process is not locked out by the next. Each remembers its own, and reads the shared ones only during a flood.
 */
export function createTokenGate({ refusals, shared, clock }: TokenGateOptions): TokenGate {
  /** When each token verified here was last shared, in milliseconds; in the order of use. */
  const sharedAtByDigest = new Map<string, number>()

  async function rememberVerified(digest: string): Promise<void> {
    const now = clock.now().getTime()
    const sharedAt = sharedAtByDigest.get(digest)
    const isDue = sharedAt === undefined || now - sharedAt >= (sharedSeconds * 1000) / 2
    sharedAtByDigest.delete(digest) // moves it to the newest position
    // before it is shared: the other requests of a page would all share it too
    sharedAtByDigest.set(digest, isDue ? now : sharedAt)
    const [oldest] = sharedAtByDigest.keys()
    if (sharedAtByDigest.size > maxRemembered && oldest !== undefined) sharedAtByDigest.delete(oldest)
    if (!isDue || shared === null) return
    try {
      await shared.add(digest)
      // refused meanwhile
      if (!sharedAtByDigest.has(digest)) await shared.remove(digest)
    } catch {
      // it only helps other processes during a flood: the caller passes here, and the next request shares it
      if (sharedAtByDigest.has(digest)) sharedAtByDigest.set(digest, 0)
    }
  }

  return {
    pass: async ({ address, token, verify }) => {
      const network = networkOf(address)
      const digest = createHash('sha256')
        .update(token ?? '')
        .digest('base64')
      // counted before the result is known and undone afterwards, or a thousand concurrent tokens would all be verified
      const isCounted =
        !sharedAtByDigest.has(digest) &&
        (await countAttempt({ refusals, network, isVerified: async () => (await shared?.has(digest)) === true }))
      let result
      try {
        result = await verify()
      } catch (error) {
        // a failure for another reason, such as an unavailable provider, is not a refusal
        if (isCounted && !isRefusal(error)) await refusals.reward(network)
        if (isRefusal(error) && !isCounted) {
          sharedAtByDigest.delete(digest)
          await shared?.remove(digest)
        }
        throw error
      }
      if (isCounted) await refusals.reward(network)
      await rememberVerified(digest)
      return result
    },
  }
}

/** Counts an attempt. Past the limit of its network a verified token passes uncounted, which is false, and any other is refused. */
async function countAttempt({
  refusals,
  network,
  isVerified,
}: {
  refusals: RateLimiterAbstract
  network: string
  isVerified: () => Promise<boolean>
}): Promise<boolean> {
  try {
    await refusals.consume(network)
    return true
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    if (await isVerified()) return false
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
