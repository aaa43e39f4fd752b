import type { Contract, ContractDocument } from '@auspex/contract'
import type { MockClock } from './clock.ts'
import type { CollectionName } from './collection-name.gen.ts'
import type { DirectoryPerson } from './identity/directory.ts'
import type { Interceptor, MockReply, MockRequest } from './http/messages.ts'
import type { RequestLog } from './request-log.ts'
import type { Row } from './state/store.ts'

/** Options of a mock. Only the document is required. */
export interface MockOptions {
  /** The bundled contract. */
  document: ContractDocument
  /** The same seed and the same requests give the same bytes. Default: 1. */
  seed?: number
  /** Prefix of the product API. Default: `/api`. */
  prefix?: string
  /** Prefix of the operations with their own server entry. Default: `/assistant`. */
  assistantPrefix?: string
  /** Milliseconds between two server-sent events. Default: 0. */
  eventDelayMs?: number
  /** Waits in real time between events; rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The complete state of a mock, as plain JSON. */
export interface MockSnapshot {
  version: 1
  seed: number
  now: string
  /** Number of answered requests, from which request ids continue. */
  requests: number
  /** Number of created items, from which further items are drawn. */
  made: number
  collections: Record<string, Row[]>
}

/** Items that `seed` adds to a collection. */
export interface SeedInput<Name extends string = string> {
  /** Name of the collection, as `x-resource` writes it. */
  collection: Name
  /** Items, complete or partial: missing fields are generated. Or a number of items to generate. */
  items: readonly Record<string, unknown>[] | number
  /** The owner. Default: the tenant of the contract's examples. */
  organizationId?: string
  userId?: string
}

/** The contract as a server, on any host. */
export interface Mock {
  /** Answers a request of the web platform: pass it as `fetch` to the SDK, or use it in a service worker. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>
  /** Answers a request without web platform objects, which saves HTTP servers a third of the time. */
  answer(request: MockRequest): Promise<MockReply>
  /** Starts at 2026-11-21T08:00:00Z and advances by a second with every write. */
  readonly clock: MockClock
  readonly log: RequestLog
  /** All people in the mock's directory: those of the contract's examples and seeded ones. */
  people(): DirectoryPerson[]
  /** The currently served contract. */
  readonly contract: Contract
  /** Wraps every request, replacing the previous interceptor; null removes it. */
  intercept(interceptor: Interceptor | null): void
  /** Deletes everything that was created, resets the clock, clears the log, and starts over, with another seed if one is given. */
  reset(seed?: number): void
  /**
   * Adds items to a collection and returns them as stored. Throws a `TypeError` when the contract has no such collection or an item does not fit
   * it. Names are those of the contract in this package; for another one write `seed<string>(…)`.
   */
  seed<Name extends string = CollectionName>(input: SeedInput<NoInfer<Name>>): Record<string, unknown>[]
  snapshot(): MockSnapshot
  /** Restores a snapshot. Collections that the contract no longer has are skipped. */
  restore(snapshot: MockSnapshot): void
  /**
   * Serves another version of the contract and keeps stored items. Throws an `InvalidContractError` with the reasons, and continues
   * with the last good one, when the document cannot be served.
   */
  reload(document: ContractDocument): void
}
