import type { ContractOperation } from '@auspex/contract'
import type { MockReply, MockRequest } from './messages.ts'
import type { ProblemFacts } from './problem.ts'

/** What is known of a request before authentication. */
export interface Exchange {
  request: MockRequest
  /** Null for an unknown path. */
  operation: ContractOperation | null
  /** The path without the mock's prefix, still encoded: `/portfolio/pf_1`. */
  path: string
  requestId: string
  /** A problem reply with this request's id; fields left out have the product API's defaults for the status. */
  problem: (facts: ProblemFacts) => MockReply
}

/**
 * Wraps every request: it may answer instead of the mock, wait, or change the reply. `answer` does everything the mock does, from
 * authentication on; it may be called once. Scenarios are built on it.
 */
export type Interceptor = (exchange: Exchange, answer: () => Promise<MockReply>) => Promise<MockReply>
