import type { AuspexClient } from '@auspex/sdk'
import type { OperationId, operations } from '@auspex/sdk/operations'
import type { ContractOperations } from '@auspex/sdk/types'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { SecurityEventName, SecurityFacts } from '../kernel/security-event.ts'
import type { FileBody } from './file-body.ts'
import type { RawJson } from './raw-json.ts'

type Part<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>

type Body<B> = [NonNullable<B>] extends [never]
  ? undefined
  : NonNullable<B> extends { content: infer C }
    ? C[keyof C] | (undefined extends B ? undefined : never)
    : undefined

/** What an operation receives: checked against the contract, with its defaults filled in. */
export interface Input<K extends OperationId> {
  path: Part<ContractOperations[K]['parameters']['path']>
  query: Part<ContractOperations[K]['parameters']['query']>
  body: Body<ContractOperations[K]['requestBody']>
  /** Those that the contract names, by their names in lower case. */
  headers: LowerCase<Part<ContractOperations[K]['parameters']['header']>>
}

type LowerCase<T> = { [N in keyof T as N extends string ? Lowercase<N> : N]: T[N] }

type Reply<Status, Response> = Response extends { content: { 'application/json': infer B } }
  ? { status: Status; body: B | RawJson<B>; headers?: Record<string, string> }
  : Response extends { content: { 'application/problem+json': unknown } }
    ? never
    : Response extends { content: object }
      ? { status: Status; body: FileBody; headers?: Record<string, string> }
      : never

/** What an operation answers: a success of the contract. A failure is thrown as a `CodedError`. */
type Output<K extends OperationId> = {
  [S in keyof ContractOperations[K]['responses']]: Reply<S, ContractOperations[K]['responses'][S]>
}[keyof ContractOperations[K]['responses']]

/** What every operation may know of the request. */
interface PublicContext {
  requestId: string
  log: Logger
  /** Aborted when the caller hangs up or the server stops. */
  readonly signal: AbortSignal
  /**
   * Puts what the operation did into the security log, with who asked, from where and for what. Call it for whatever changes
   * settings, what people may do, or where data goes; never with what the caller typed. Returns at once and never throws.
   */
  recordSecurityEvent(name: SecurityEventName, facts?: SecurityFacts): void
}

/** The same, of a signed-in caller. */
export interface RequestContext extends PublicContext {
  actor: Actor
  /** Calls this API as the caller, with their rights and nothing more. */
  readonly client: AuspexClient
}

/** The context of an operation: the contract says which need nobody to be signed in. */
export type ContextOf<K extends OperationId> = (typeof operations)[K]['secured'] extends true
  ? RequestContext
  : PublicContext

export type Handler<K extends OperationId> = (input: Input<K>, context: ContextOf<K>) => Promise<Output<K>> | Output<K>

/** One function for each operation of the contract: a missing one, or a wrong status or body, does not compile. */
export type Handlers = { [K in OperationId]: Handler<K> }

const gaps = new WeakSet<object>()

/** A visible gap: the operation is mounted, checked and guarded like any other, and answers 501. */
export function notImplemented<K extends OperationId>(operationId: K): Handler<K> {
  const gap: Handler<K> = () => {
    throw new CodedError({
      kind: 'not_implemented',
      code: 'request.not_implemented',
      title: 'Not built yet',
      detail: `This server does not do ${operationId} yet.`,
    })
  }
  gaps.add(gap)
  return gap
}

/** The operations that this server leaves out. */
export function listGaps(handlers: Handlers): string[] {
  return Object.entries(handlers)
    .filter(([, handler]) => gaps.has(handler))
    .map(([operationId]) => operationId)
}
