import type { CheckedInput } from '@auspex/contract'
import type { MockReply } from '../http/messages.ts'
import { Refusal } from '../http/problem.ts'

interface CachedAnswer {
  fingerprint: string
  /** Time of the first request, in milliseconds since the epoch by the mock's clock. */
  at: number
  reply: Promise<MockReply>
}

/** A request that must take effect once, with what identifies it. */
export interface KeyedRequest {
  caller: { organizationId: string; userId: string }
  key: string
  operationId: string
  input: CheckedInput
}

export interface IdempotencyCache {
  /** Repeats the answer to the first request with a key for 24 hours. Throws a `Refusal` when the key belongs to another request. */
  answerOnce(request: KeyedRequest, answer: () => Promise<MockReply>): Promise<MockReply>
  clear(): void
}

const maxAgeMs = 86_400_000

/** Stores answers by idempotency key like the product API: successes only, since failures change nothing. */
export function createIdempotencyCache(now: () => number): IdempotencyCache {
  const answers = new Map<string, CachedAnswer>()
  return {
    async answerOnce({ caller, key, operationId, input }, answer) {
      const name = JSON.stringify([caller.organizationId, caller.userId, key])
      const fingerprint = JSON.stringify([operationId, input.path, input.query, input.body], writeValue)
      const earlier = answers.get(name)
      if (earlier !== undefined && now() - earlier.at < maxAgeMs) {
        if (earlier.fingerprint !== fingerprint) throw keyOfAnotherRequest()
        const reply = await earlier.reply
        return { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }
      }
      const reply = answer()
      answers.set(name, { fingerprint, at: now(), reply })
      try {
        return await reply
      } catch (error) {
        answers.delete(name)
        throw error
      }
    },
    clear: () => answers.clear(),
  }
}

/** Serializes objects with sorted names, and files by their content. */
function writeValue(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.byteLength} bytes ${hashOf(value)}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** 32-bit FNV-1a: distinguishes the files of a test without requiring a crypto API. */
function hashOf(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), 2_166_136_261)
}

function keyOfAnotherRequest(): Refusal {
  const title = 'This idempotency key belongs to another request'
  return new Refusal({
    status: 422,
    code: 'request.key_reused',
    title,
    detail: 'Send a new key with each request, and the same key only when you send the same request again.',
    errors: [{ in: 'header', pointer: '/idempotency-key', message: title }],
  })
}
