import type { ContractOperation } from '@auspex/contract'
import type { ProblemFacts } from './problem.ts'

/** A request from any host, before any checks. */
export interface MockRequest {
  /** Upper-case. */
  method: string
  /** Path and query as received, still encoded: `/api/users/me?page=2`. */
  target: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>
  /** Reads the whole body. Called at most once, and never for a request that is refused earlier. */
  readBody: () => Promise<Uint8Array<ArrayBuffer>>
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** A reply, ready for any host. */
export interface MockReply {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** JSON text; bytes of a file; server-sent events, one per chunk; or null for no body. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string> | null
  /** `reset`: the connection is reset before the first byte. `cut`: it is reset after the last byte of the body. Default: it stays open. */
  connection?: 'reset' | 'cut'
  /** Names of the scenarios applied to it, in order. */
  scenarios?: readonly string[]
}

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

/** The preferences of a caller, from the header `Prefer` (RFC 7240). */
export interface Preference {
  /** The status to return; null for a success. */
  code: number | null
  /** Name of the example to return; null for the default one. */
  example: string | null
  /** Seeded values (true) or the example (false); null for the mock's default. */
  dynamic: boolean | null
}

const none: Preference = { code: null, example: null, dynamic: null }

/** Parses `Prefer: code=404`, `example=name` and `dynamic=true`, separated by commas, semicolons or spaces; other preferences are ignored. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return none
  const wishes = new Map(
    header
      .split(/[,;\s]+/)
      .map((part) => part.split('=', 2))
      .map(([name = '', value = 'true']) => [name.toLowerCase(), value.replaceAll('"', '')]),
  )
  const dynamic = wishes.get('dynamic')
  const code = Number(wishes.get('code'))
  return {
    code: Number.isInteger(code) ? code : null,
    example: wishes.get('example') ?? null,
    dynamic: dynamic === undefined ? null : dynamic === 'true',
  }
}
