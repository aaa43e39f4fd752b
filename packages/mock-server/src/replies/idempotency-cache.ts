import type { CheckedInput } from '@auspex/contract'
import type { MockReply } from '../http/messages.ts'
import { RefusalError } from '../http/problem.ts'
import type { Owner } from '../state/store.ts'

/** A request that must take effect once, with what identifies it. */
export interface KeyedRequest {
  caller: Owner
  key: string
  operationId: string
  input: CheckedInput
}

const maxAgeMs = 86_400_000

/** Stores answers by idempotency key like the product API: successes only, since failures change nothing. */
export class IdempotencyCache {
  readonly #now: () => number
  /** With the time of the first request by the mock's clock. */
  readonly #answers = new Map<string, { fingerprint: string; at: number; reply: Promise<MockReply> }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Repeats the answer to the first request with a key for 24 hours. Throws a `RefusalError` when the key belongs to another request. */
  async answerOnce(request: KeyedRequest, answer: () => Promise<MockReply>): Promise<MockReply> {
    const { caller, key, operationId, input } = request
    const name = JSON.stringify([caller.organizationId, caller.userId, key])
    const fingerprint = JSON.stringify([operationId, input.path, input.query, input.body], writeValue)
    const earlier = this.#answers.get(name)
    if (earlier !== undefined && this.#now() - earlier.at < maxAgeMs) {
      if (earlier.fingerprint !== fingerprint) throw keyOfAnotherRequest()
      const reply = await earlier.reply
      return { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }
    }
    const reply = answer()
    this.#answers.set(name, { fingerprint, at: this.#now(), reply })
    try {
      return await reply
    } catch (error) {
      this.#answers.delete(name)
      throw error
    }
  }

  clear(): void {
    this.#answers.clear()
  }
}

/** Serializes objects with sorted names, and files by their length and a 32-bit FNV-1a of their content, which needs no crypto API. */
function writeValue(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) {
    const hash = value.reduce((before, byte) => Math.imul(before ^ byte, 16_777_619), 2_166_136_261)
    return `${value.byteLength} bytes ${hash}`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function keyOfAnotherRequest(): RefusalError {
  const title = 'This idempotency key belongs to another request'
  return new RefusalError({
    status: 422,
    code: 'request.key_reused',
    title,
    detail: 'Send a new key with each request, and the same key only when you send the same request again.',
    errors: [{ in: 'header', pointer: '/idempotency-key', message: title }],
  })
}
