import type { ContractOperation } from '@auspex/contract'
import type { MockReply, MockRequest } from './http/exchange.ts'
import type { ProblemFacts } from './http/problem.ts'

/** What a scenario knows of the request that it meets. */
export interface Exchange {
  request: MockRequest
  /** Null for an address that no operation has. */
  operation: ContractOperation | null
  requestId: string
  /** A number in [0, 1) that depends on the seed and on how many requests were answered before. */
  random: () => number
  /** Milliseconds since the epoch, by the mock's clock. */
  now: number
  /** Waits in real time; rejects when the caller hangs up. */
  wait: (ms: number) => Promise<void>
  /** A problem reply with this request's id; facts left out are those of the contract's example for the status. */
  problem: (facts: ProblemFacts) => MockReply
}

/** How server-sent events come. */
export interface EventPace {
  /** Milliseconds before each event; the mock's own delay when left out. */
  delayMs?: number
  /** Breaks the connection off after so many events. */
  dropAfter?: number
}

/** A way of going wrong that testers ask for. It stands around every operation. */
export interface Scenario {
  name: string
  /** Answers in place of the mock, or lets the request go on by answering undefined. It comes before authentication. */
  before?: (exchange: Exchange) => MockReply | undefined | Promise<MockReply | undefined>
  /** Changes a reply of the mock. */
  after?: (reply: MockReply, exchange: Exchange) => MockReply | Promise<MockReply>
  events?: EventPace
}
