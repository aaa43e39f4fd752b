import type * as zod from 'zod/mini'
import * as operations from '../../generated/zod/index.ts'
import { AssistantEvent } from '../../generated/zod-model/index.ts'
import { type CallInfo, DecodeError } from '../errors.ts'
import type { Validation } from '../validation.ts'

/** A place of a response that does not match the contract. */
export interface ContractIssue {
  /** JSON pointer into the body */
  readonly pointer: string
  readonly message: string
}

/** A response does not match the contract; `issues` list the places. */
export class ContractError extends DecodeError {
  override name = 'ContractError'
  readonly issues: readonly ContractIssue[]

  constructor(issues: readonly ContractIssue[], call: CallInfo, body: unknown) {
    const [first] = issues
    super(`The answer of ${call.operation} is not what the contract says: ${first?.pointer} ${first?.message}`, call, {
      body,
    })
    this.issues = issues
  }
}

export interface ValidationOptions {
  /** `off` checks nothing, `warn` calls `warn`, `throw` makes the call fail with a ContractError. */
  mode: 'off' | 'warn' | 'throw'
  /** Called with the error in mode `warn`. @default console.warn */
  warn?(error: ContractError): void
}

/** Streams are checked event by event; the schema of the whole stream checks nothing. */
const events: Readonly<Record<string, zod.ZodMiniType>> = {
  streamZeusReply: AssistantEvent,
  regenerateZeusReply: AssistantEvent,
}

/**
 * Creates the `validate` option of a client: responses are checked against the contract's schemas as they arrive. They
 * are never changed. Adds zod and every schema to a bundle, which the client itself does not.
 */
export const createValidation = ({ mode, warn = console.warn }: ValidationOptions): Validation => {
  if (mode === 'off') return () => undefined
  // The namespace has values of other types too; only the names of responses are looked up.
  const schemas = operations as unknown as Record<string, zod.ZodMiniType | undefined>
  return ({ body, ...call }) => {
    const name = `${call.operation.charAt(0).toUpperCase()}${call.operation.slice(1)}Response`
    const result = (events[call.operation] ?? schemas[name])?.safeParse(body)
    if (result?.success !== false) return
    const issues = result.error.issues.map(({ path, message }) => ({ pointer: toPointer(path), message }))
    const error = new ContractError(issues, call, body)
    if (mode === 'throw') throw error
    warn(error)
  }
}

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
