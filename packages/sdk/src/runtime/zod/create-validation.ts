import type * as zod from 'zod/mini'
import * as operations from '../../generated/zod/index.ts'
import { AssistantEvent } from '../../generated/zod-model/index.ts'
import { type CallInfo, DecodeError, hideFields } from '../errors.ts'
import type { Validation } from '../validation.ts'

/** A place of a response that does not match the contract. */
export interface ContractIssue {
  /** JSON pointer into the body */
  readonly pointer: string
  readonly message: string
}

/** A response does not match the contract; `issues` list the places. */
export class ContractError extends DecodeError {
  override get name(): string {
    return 'ContractError'
  }
  declare readonly issues: readonly ContractIssue[]

  constructor(issues: readonly ContractIssue[], call: CallInfo, body: unknown) {
    const [first] = issues
    super(`The answer of ${call.operation} is not what the contract says: ${first?.pointer} ${first?.message}`, call, {
      body,
    })
    hideFields(this, { issues })
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
export const createValidation = (options: ValidationOptions): Validation => {
  // The namespace has values of other types too; only the names of responses are looked up.
  const schemas = operations as unknown as Record<string, zod.ZodMiniType | undefined>
  return validate(options, (operation) => {
    const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Response`
    return events[operation] ?? schemas[name]
  })
}

/**
 * The same for a few operations, whose schemas alone are added to a bundle: `createValidationOf({ getMe: operations.GetMeResponse }, { mode: 'throw' })`.
 */
export const createValidationOf = (
  schemas: Readonly<Record<string, zod.ZodMiniType>>,
  options: ValidationOptions,
): Validation => validate(options, (operation) => schemas[operation])

const validate = (
  { mode, warn = console.warn }: ValidationOptions,
  findSchema: (operation: string) => zod.ZodMiniType | undefined,
): Validation => {
  if (mode === 'off') return () => undefined
  return ({ body, ...call }) => {
    const result = findSchema(call.operation)?.safeParse(body)
    if (result?.success !== false) return
    const issues = result.error.issues.map(({ path, message }) => ({ pointer: toPointer(path), message }))
    const error = new ContractError(issues, call, body)
    if (mode === 'throw') throw error
    warn(error)
  }
}

/**
 * The messages for a form, by its fields: `toFormMessages(operations.CreateStoryBody, values)` is `{ title: 'is missing' }`. Nested places are joined by
 * points; empty when the values can be sent.
 */
export const toFormMessages = (schema: zod.ZodMiniType, values: unknown): Record<string, string> => {
  const result = schema.safeParse(values)
  const messages: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) messages[issue.path.join('.')] ??= describeIssue(issue, values)
  return messages
}

const describeIssue = (issue: zod.core.$ZodIssue, values: unknown): string => {
  // The value at the place of the issue, which is not always there.
  const value = issue.path.reduce<unknown>((part, step) => (Object(part) as Record<PropertyKey, unknown>)[step], values)
  if (value === undefined || value === '') return 'is missing'
  if (issue.code === 'invalid_type') return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unitOf(value)}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unitOf(value)}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'unrecognized_keys') return `has no field ${issue.keys.join(', ')}`
  if (issue.code === 'invalid_format')
    return issue.pattern === undefined ? `must be a valid ${issue.format}` : `must match ${issue.pattern}`
  return issue.message
}

const unitOf = (value: unknown): string => {
  if (typeof value === 'string') return ' characters long'
  return Array.isArray(value) ? ' entries long' : ''
}

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
