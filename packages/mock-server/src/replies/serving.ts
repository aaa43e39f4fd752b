import type { Caller } from '../identity/caller.ts'
import type { Resources } from '../state/resources.ts'
import type { SendOptions, Runs } from '../streams/runs.ts'
import type { IdempotencyCache } from './idempotency-cache.ts'
import type { OwnApi } from '../zeus/write-answer.ts'
import type { ServedContract } from './served-contract.ts'

/** The current state of the mock, as needed to answer requests. */
export interface Serving {
  contract: ServedContract
  resources: Resources
  idempotencyCache: IdempotencyCache
  runs: Runs
  api: OwnApi
  person: Omit<Caller, 'roles'>
  seed: number
  bodies: 'examples' | 'generated'
  bodyLimit: number
  events: Pick<SendOptions, 'delayMs' | 'wait'>
}
