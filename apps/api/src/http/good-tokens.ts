import type { StatementPool } from '../adapters/database/database.port.ts'
import { createRequestCounter } from './request-counter.ts'

/** Longer than the lifetime of a token, so that each is written once. */
const rememberSeconds = 600

/** Digests of tokens that a process has verified, shared with other processes on the same database. */
export interface GoodTokens {
  has(digest: string): Promise<boolean>
  add(digest: string): Promise<void>
  remove(digest: string): Promise<void>
}

/** Read only after a network had too many tokens refused; written once per token and process. */
export function createGoodTokens(pool: StatementPool): GoodTokens {
  const counter = createRequestCounter({ name: 'good-token', points: 1, seconds: rememberSeconds, shared: pool })
  return {
    has: async (digest) => (await counter.get(digest)) !== null,
    async add(digest) {
      await counter.penalty(digest)
    },
    async remove(digest) {
      await counter.delete(digest)
    },
  }
}
