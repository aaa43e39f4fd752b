import type { ContractOperation } from '@auspex/contract'
import type { ProblemFacts } from './problem.ts'

/** A request as any host hands it over, before anything of it is judged. */
export interface MockRequest {
  /** Upper-case. */
  method: string
  /** Path and query as they came, still encoded: `/api/users/me?page=2`. */
  target: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>
  /** Reads the whole body. Called at most once, and not at all when the request is refused before. */
  readBody: () => Promise<Uint8Array>
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

/** A reply, ready for any host. */
export interface MockReply {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** Text of JSON; server-sent events, one a piece; or null for no body. */
  body: string | AsyncIterable<string> | null
  /** `reset`: the connection dies before the first byte. `cut`: it dies after the body's last one. Default: it lives. */
  connection?: 'reset' | 'cut'
}

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
