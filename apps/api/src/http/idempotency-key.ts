import { createHash } from 'node:crypto'
import type { CheckedInput, ContractOperation } from '@auspex/contract'

/** The stored response to a request; the body is JSON text. */
export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A key, which counts for its owner only. */
export interface RequestKey {
  userId: string
  key: string
}

/** A key, and a fingerprint that is the same only for the same request. */
export interface KeyedRequest extends RequestKey {
  fingerprint: Buffer
}

/** Returns the response of the first request with a key to all later ones. */
export type RunOnce = (
  request: KeyedRequest,
  answer: () => Promise<StoredAnswer>,
) => Promise<StoredAnswer & { isReplay: boolean }>

/**
 * The idempotency key of a validated request (draft-ietf-httpapi-idempotency-key-header-07); null without one, and for operations that change
 * nothing, which are safe to repeat.
 */
export function readIdempotencyKey({ headers }: CheckedInput): string | null {
  const { 'idempotency-key': key } = headers as { 'idempotency-key'?: string } // the headers that the contract lists
  return key ?? null
}

/** SHA-256 of an operation and its validated input: equal for equivalent requests. */
export function fingerprintOf({ id }: ContractOperation, input: CheckedInput): Buffer {
  const hash = createHash('sha256')
  hash.update(id)
  addValue([input.path, input.query, input.body])
  return hash.digest()

  function addValue(value: unknown): void {
    if (value instanceof Uint8Array) {
      hash.update(`b${value.byteLength}:`).update(value)
      return
    }
    if (Array.isArray(value)) {
      hash.update(`a${value.length}:`)
      for (const item of value) addValue(item)
      return
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
      hash.update(`o${entries.length}:`)
      for (const [name, item] of entries) {
        addValue(name)
        addValue(item)
      }
      return
    }
    const text = JSON.stringify(value) ?? 'undefined'
    hash.update(`v${text.length}:${text}`)
  }
}
