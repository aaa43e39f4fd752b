import { type Contract, type ContractOperation, jsonType, problemType } from '@auspex/contract'
import { isFields } from '../state/request-fields.ts'
import { type RequestPattern, strayName } from './request-matcher.ts'

/** A reply that a test decides, for requests that match. */
export interface StubInput {
  /** Which requests; it names the operation. */
  match: RequestPattern & { operation: string }
  /** Default: 200. */
  status?: number
  /** JSON. Left out: the contract's own example of that status. */
  body?: unknown
  headers?: Record<string, string>
  /** For so many requests, then never again. Default: for all. */
  times?: number
  /** Lets a body pass that the contract forbids. Default: false. */
  isBroken?: boolean
}

/** A stub that is on. */
export interface Stub extends StubInput {
  id: string
  /** Requests that it has answered. */
  answered: number
}

/** A stub cannot be put on. Its message says why. */
export class StubError extends TypeError {
  override readonly name = 'StubError'
}

const fields = new Set(['match', 'status', 'body', 'headers', 'times', 'isBroken'])

/** Reads a stub and checks it by the contract: one that never answers, or answers what no server may, lets a test pass for the wrong reason. Throws a `StubError`. */
export function readStub(input: unknown, { operations }: Pick<Contract, 'operations'>): StubInput {
  if (typeof input !== 'object' || input === null)
    throw new StubError('A reply is an object with match, status and body')
  const stray = Object.keys(input).find((name) => !fields.has(name))
  if (stray !== undefined) throw new StubError(`A reply has no ${stray}; it has ${[...fields].join(', ')}`)
  const { match, status = 200, times, isBroken = false, ...rest } = input as Partial<StubInput>
  const strayMatch = isFields(match) ? strayName(match) : null
  if (strayMatch !== null) throw new StubError(strayMatch)
  const operation = operations.find(({ id }) => id === match?.operation)
  if (match === undefined || operation === undefined)
    throw new StubError(
      `match.operation names no operation of the contract: ${JSON.stringify(match?.operation ?? null)}`,
    )
  if (times !== undefined && !(Number.isInteger(times) && times >= 1 && times <= 1_000_000))
    throw new StubError('times is a whole number from 1 to 1000000')
  if (!isBroken) checkReply(operation, status, rest.body)
  return { match, status, ...(times === undefined ? {} : { times }), isBroken, ...rest }
}

function checkReply(operation: ContractOperation, status: number, body: unknown): void {
  const types = operation.responses.get(status)
  if (types === undefined)
    throw new StubError(
      `${operation.id} documents no ${status}; it documents ${[...operation.responses.keys()].join(', ')}. With isBroken it is sent anyway`,
    )
  if (body === undefined) return
  const check = types.get(status < 400 ? jsonType : problemType)
  const [fault] = check?.(body) ?? []
  if (fault !== undefined)
    throw new StubError(
      `The body is none that ${operation.id} answers: ${fault.instancePath || '/'} ${fault.message ?? fault.keyword}. With isBroken it is sent anyway`,
    )
}
