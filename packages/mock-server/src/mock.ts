import type { Contract, ContractDocument } from '@auspex/contract'
import type { MockClock } from './clock.ts'
import type { CollectionName } from './collection-name.gen.ts'
import type { DirectoryPerson } from './identity/directory.ts'
import type { Interceptor } from './http/exchange.ts'
import type { MockReply, MockRequest } from './http/messages.ts'
import type { RequestLog } from './request-log.ts'
import type { Row } from './state/store.ts'

/** How a mock is made. Only the document is needed. */
export interface MockOptions {
  /** The bundled contract. */
  document: ContractDocument
  /** The same seed and the same requests give the same bytes. Default: 1. */
  seed?: number
  /** Default: a clock that stands at 2026-11-21T08:00:00Z and moves by a second with every write. */
  clock?: MockClock
  /** Where the product API is mounted. Default: `/api`. */
  prefix?: string
  /** Where the operations with a server entry of their own are mounted. Default: `/assistant`. */
  assistantPrefix?: string
  /** Bodies of operations that only compute: the contract's examples (default), or seeded values. */
  bodies?: 'examples' | 'generated'
  /** Further examples by operation and name, for `Prefer: example=name`; they must satisfy the contract. */
  examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Milliseconds between two server-sent events. Default: 0. */
  eventDelayMs?: number
  /** Milliseconds of the mock's clock that a step of a search or an export takes; a poll is a step too. Default: 2000. */
  stepMs?: number
  /** Largest JSON or urlencoded body in bytes. Default: 1 MiB. */
  bodyLimit?: number
  /** Waits in real time between events; rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** How many exchanges the log keeps. Default: 1000. */
  logSize?: number
}

/** Everything that a mock remembers, as plain JSON. */
export interface MockSnapshot {
  version: 1
  seed: number
  now: string
  /** Requests answered: their ids go on from there. */
  requests: number
  /** Items made: those to come are drawn from there. */
  made: number
  collections: Record<string, Row[]>
}

/** What `seed` puts into a collection. */
export interface SeedInput<Name extends string = string> {
  /** Name of the collection, as `x-resource` writes it. */
  collection: Name
  /** Items, whole or in part: what is missing is generated. Or a number of items to generate. */
  items: readonly Record<string, unknown>[] | number
  /** Whose they are. Default: the tenant of the contract's examples. */
  organizationId?: string
  userId?: string
}

/** The contract as a server, on any host. */
export interface Mock {
  /** Answers a request of the web platform: give it as `fetch` to the SDK, or to a service worker. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>
  /** Answers a request without the web platform's objects; HTTP servers save a third of the time by it. */
  answer(request: MockRequest): Promise<MockReply>
  readonly clock: MockClock
  readonly log: RequestLog
  /** Everybody whom the mock's directory knows: the people of the contract's examples and those who were seeded. */
  people(): DirectoryPerson[]
  /** The contract as it is served now. */
  readonly contract: Contract
  /** Puts something around every request, in place of what was there; null takes it away. */
  intercept(interceptor: Interceptor | null): void
  /** Forgets everything that was created, sets the clock back, empties the log, and begins again, with another seed if one is given. */
  reset(seed?: number): void
  /**
   * Puts items into a collection and answers them as they are stored. Throws a `TypeError` when the contract has no such collection or an item does not fit
   * it. Names are those of the contract that comes with this package; for another one write `seed<string>(…)`.
   */
  seed<Name extends string = CollectionName>(input: SeedInput<NoInfer<Name>>): Record<string, unknown>[]
  snapshot(): MockSnapshot
  /** Goes back to a snapshot. Collections that the contract no longer has are left out. */
  restore(snapshot: MockSnapshot): void
  /**
   * Serves another version of the contract and keeps what is stored. Throws an `InvalidContractError` that says why, and goes on
   * with the last good one, when the document cannot be served.
   */
  reload(document: ContractDocument): void
}
