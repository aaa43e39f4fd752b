import type { StatementPool } from '../adapters/database/database.port.ts'
import { createRequestCounter } from './request-counter.ts'

/** Longer than a token lasts, so that each is written once. */
const rememberSeconds = 600

/** Tokens that a process found good, by their digest, for the others on the same database. */
export interface GoodTokens {
  has(digest: string): Promise<boolean>
  add(digest: string): Promise<void>
  remove(digest: string): Promise<void>
}

/** Asked only where a network had too many tokens refused; written once a token and process. */
export function createGoodTokens(shared: StatementPool): GoodTokens {
  const counter = createRequestCounter({ name: 'good-token', points: 1, seconds: rememberSeconds, shared })
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
