import { usualFailures } from '@auspex/contract/refusals'
import type { AuspexClient } from '@auspex/sdk'
import type { OperationId, operations } from '@auspex/sdk/operations'
import type { ContractOperations } from '@auspex/sdk/types'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { SecurityEventName, SecurityFacts } from '../kernel/security-event.ts'
import type { FileBody } from './body-parsers.ts'
import type { RawJson } from './raw-json.ts'

/** The input of an operation: validated against the contract, with defaults filled in. */
export interface Input<K extends OperationId> {
  path: ContractOperations[K]['path']
  query: ContractOperations[K]['query']
  body: ContractOperations[K]['body']
  /** The headers that the contract lists, in lower case. */
  headers: ContractOperations[K]['headers']
}

interface Reply<Status, Body> {
  status: Status
  body: Body
  headers?: Record<string, string>
}

/** The body that a handler returns: files and streams are both sent as they are read. */
type BodyOf<Data> = [Data] extends [Blob | AsyncIterable<unknown>] ? FileBody : Data | RawJson<Data>

/** What an operation returns: a success of the contract. A failure is thrown as a `CodedError`. */
type Output<K extends OperationId> = {
  [S in keyof ContractOperations[K]['responses']]: Reply<S, BodyOf<ContractOperations[K]['responses'][S]>>
}[keyof ContractOperations[K]['responses']]

/** What every operation may know about the request. */
interface PublicContext {
  requestId: string
  log: Logger
  /** Aborted when the caller disconnects or the server stops. */
  readonly signal: AbortSignal
  /**
   * Writes an event to the security log, with caller, address and operation. Call it for anything that changes settings or permissions, or sends data
   * out; never pass what the caller typed. Returns at once and never throws.
   */
  recordSecurityEvent(name: SecurityEventName, facts?: SecurityFacts): void
}

/** The same, for a signed-in caller. */
export interface RequestContext extends PublicContext {
  actor: Actor
  /** Calls this API as the caller, with exactly their permissions. */
  readonly client: AuspexClient
}

/** The context of an operation: the contract determines whether it has an actor. */
export type ContextOf<K extends OperationId> = (typeof operations)[K]['secured'] extends true
  ? RequestContext
  : PublicContext

export type Handler<K extends OperationId> = (input: Input<K>, context: ContextOf<K>) => Promise<Output<K>> | Output<K>

/** One function for each operation of the contract: a missing one, or a wrong status or body, does not compile. */
export type Handlers = { [K in OperationId]: Handler<K> }

const gaps = new WeakSet<object>()

/** A visible gap: the operation is mounted, validated and guarded like any other, and answers 501. */
export function notImplemented<K extends OperationId>(operationId: K): Handler<K> {
  const gap: Handler<K> = () => {
    throw new CodedError({
      kind: 'not_implemented',
      ...usualFailures[501],
      detail: `This server does not do ${operationId} yet.`,
    })
  }
  gaps.add(gap)
  return gap
}

/** The operations that this server does not implement. */
export function listGaps(handlers: Handlers): string[] {
  return Object.entries(handlers)
    .filter(([, handler]) => gaps.has(handler))
    .map(([operationId]) => operationId)
}
