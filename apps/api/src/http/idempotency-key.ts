import { createHash } from 'node:crypto'
import type { CheckedInput, ContractOperation } from '@auspex/contract'

/** What a request was answered; the body is JSON text. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Whose request it is, its key, and what is the same for the same request and for no other. */
export interface KeyedRequest {
  userId: string
  key: string
  fingerprint: Buffer
}

/** Gives the answer of the first request with a key to all that follow. */
export type RunOnce = (
  request: KeyedRequest,
  answer: () => Promise<KeptAnswer>,
) => Promise<KeptAnswer & { isReplay: boolean }>

/**
 * The key that a checked request was sent with (draft-ietf-httpapi-idempotency-key-header-07); null without one, and where the operation
 * changes nothing, so that sending it again is harmless.
 */
export function readIdempotencyKey({ headers }: CheckedInput): string | null {
  const { 'idempotency-key': key } = headers as { 'idempotency-key'?: string } // those that the contract names
  return key ?? null
}

/** SHA-256 of an operation and its checked input: equal for requests that ask for the same. */
export function fingerprintOf({ id }: Pick<ContractOperation, 'id'>, input: CheckedInput): Buffer {
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
