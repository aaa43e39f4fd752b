import { type Contract, type ContractOperation, jsonType, problemType } from '@auspex/contract'
import { pause } from '../clock.ts'
import { type Exchange, type MockReply, parseJson } from '../http/messages.ts'
import { isFields } from '../state/fields.ts'
import {
  matchesPattern,
  requireNames,
  requirePattern,
  type RequestPattern,
  type SeenRequest,
  StubError,
} from './request-pattern.ts'

/** A custom reply for matching requests. */
export interface StubInput {
  /** The requests to match; it names the operation. */
  match: RequestPattern & { operation: string }
  /** Default: 200. */
  status?: number
  /** JSON. Default: the contract's own example of that status. */
  body?: unknown
  /** A body of another media type, which `headers` name: a recorded stream, for example. */
  text?: string
  headers?: Record<string, string>
  /** Milliseconds before it answers. */
  delayMs?: number
  /** The number of requests to answer. Default: all. */
  times?: number
  /** A state machine that the reply belongs to: it only answers in `requiredState`, and leads to `newState`. All begin in the state `Started`. */
  stateMachine?: string
  requiredState?: string
  newState?: string
  /** Allows a body that violates the contract. Default: false. */
  isBroken?: boolean
}

/** An active stub. */
export interface Stub extends StubInput {
  id: string
  /** Number of requests it answered. */
  answered: number
}

const names: readonly string[] = [
  'match',
  'status',
  'body',
  'text',
  'headers',
  'delayMs',
  'times',
  'stateMachine',
  'requiredState',
  'newState',
  'isBroken',
] satisfies (keyof StubInput)[]
const firstState = 'Started'

/** Custom replies, defined by a test while the mock runs. */
export class Stubs {
  readonly #contract: () => Contract
  readonly #stubs = new Map<string, Stub>()
  readonly #states = new Map<string, string>()
  #serial = 0

  /** `contract` returns the currently served contract. */
  constructor(contract: () => Contract) {
    this.#contract = contract
  }

  /** Throws a `StubError`: a reply that never matches, or that the contract forbids, lets a test pass for the wrong reason. */
  add(input: unknown): Stub {
    this.#serial += 1
    const stub: Stub = { ...readStub(input, this.#contract()), id: `rp_${this.#serial}`, answered: 0 }
    this.#stubs.set(stub.id, stub)
    return stub
  }

  list(): readonly Stub[] {
    return [...this.#stubs.values()]
  }

  /** Returns whether a stub with that id existed. */
  remove(id: string): boolean {
    return this.#stubs.delete(id)
  }

  /** Removes all, and begins every state machine again. */
  clear(): void {
    this.#stubs.clear()
    this.#states.clear()
  }

  /** The newest matching stub answers; without one, `answer` does. */
  async answer(exchange: Exchange, answer: () => Promise<MockReply>): Promise<MockReply> {
    const open = this.list().filter((stub) => this.#isOpen(stub))
    if (open.length === 0) return answer()
    const needsBody = open.some(({ match }) => match.body !== undefined)
    const seen = await readRequest(exchange, needsBody)
    // another request may have changed a state while the body was read
    const stub = open.toReversed().find((each) => matchesPattern(each.match, seen) && this.#isOpen(each))
    if (stub === undefined) return answer()
    stub.answered += 1
    const { stateMachine, newState, delayMs = 0 } = stub
    if (stateMachine !== undefined && newState !== undefined) this.#states.set(stateMachine, newState)
    await pause(delayMs, exchange.request.signal)
    return reply(exchange, stub, answer)
  }

  #isOpen({ times = Infinity, answered, stateMachine = '', requiredState }: Stub): boolean {
    const state = this.#states.get(stateMachine) ?? firstState
    return answered < times && (requiredState === undefined || requiredState === state)
  }
}

function readStub(input: unknown, contract: Contract): StubInput {
  if (!isFields(input)) throw new StubError('A reply is an object with match, status and body')
  requireNames(input, names, 'A reply')
  const stub = input as Partial<StubInput> // its names were checked
  const { match, status = 200, times, delayMs, body, isBroken = false } = stub
  if (isFields(match)) requirePattern(match, contract)
  const operation = contract.operations.find(({ id }) => id === match?.operation)
  if (match === undefined || operation === undefined)
    throw new StubError(
      `match.operation names no operation of the contract: ${JSON.stringify(match?.operation ?? null)}`,
    )
  requireWhole('times', times, [1, 1_000_000])
  requireWhole('delayMs', delayMs, [0, 900_000])
  if (stub.stateMachine === undefined && (stub.requiredState ?? stub.newState) !== undefined)
    throw new StubError('requiredState and newState need the name of their stateMachine')
  if (!isBroken) requireDocumented(operation, status, body)
  return { ...stub, match, status, isBroken }
}

function requireWhole(name: string, value: number | undefined, [min, max]: readonly [min: number, max: number]): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= min && value <= max))
    throw new StubError(`${name} is a whole number from ${min} to ${max}`)
}

function requireDocumented(operation: ContractOperation, status: number, body: unknown): void {
  const types = operation.responses.get(status)
  if (types === undefined)
    throw new StubError(
      `${operation.id} documents no ${status}; it documents ${[...operation.responses.keys()].join(', ')}. With isBroken it is sent anyway`,
    )
  const [fault] = body === undefined ? [] : (types.get(status < 400 ? jsonType : problemType)?.(body) ?? [])
  if (fault !== undefined)
    throw new StubError(
      `The body is none that ${operation.id} answers: ${fault.instancePath || '/'} ${fault.message ?? fault.keyword}. With isBroken it is sent anyway`,
    )
}

async function readRequest({ request, operation, path }: Exchange, needsBody: boolean): Promise<SeenRequest> {
  const { method, target, headers } = request
  const body = needsBody ? parseJson(new TextDecoder().decode(await request.readBody())) : undefined
  return { operationId: operation?.id ?? null, method, path, target, headers, body }
}

/** Without a body of its own, a stub returns the contract's example of that status. */
async function reply(
  exchange: Exchange,
  { status = 200, body, text, headers = {} }: Stub,
  answer: () => Promise<MockReply>,
): Promise<MockReply> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (text !== undefined)
    return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...own }, body: text }
  if (body !== undefined) {
    const type = status < 400 ? jsonType : problemType
    return { status, headers: { 'content-type': `${type}; charset=utf-8`, ...own }, body: JSON.stringify(body) }
  }
  const example = status < 400 ? await answer() : exchange.problem({ status })
  return { ...example, headers: { ...example.headers, ...own } }
}
