import type { ContractOperation } from '@auspex/contract'
import type { MockReply, MockRequest } from './messages.ts'
import type { ProblemFacts } from './problem.ts'

/** What is known of a request before anybody is asked who they are. */
export interface Exchange {
  request: MockRequest
  /** Null for an address that no operation has. */
  operation: ContractOperation | null
  /** The path without the mock's prefix, still encoded: `/portfolio/pf_1`. */
  path: string
  requestId: string
  /** A problem reply with this request's id; facts left out are what the product API says for the status. */
  problem: (facts: ProblemFacts) => MockReply
}

/**
 * Stands around every request: it may answer in the mock's place, wait, or change the reply. `answer` does all that the mock does, from
 * authentication on; it may be called once. Scenarios are built on it.
 */
export type Interceptor = (exchange: Exchange, answer: () => Promise<MockReply>) => Promise<MockReply>
