import { type Contract, type ContractOperation, methods } from '@auspex/contract'
import { beginsWithSteps, isUser } from '../stubs/stub.ts'
import { catalogue, findScenario, scenariosFor } from './catalogue.ts'
import type { Scenario } from './scenario.ts'

/** The requests that a scenario applies to; all of them without a field. */
export interface Scope {
  operation?: string
  /** Path prefix in whole segments, without the server's prefix. */
  path?: string
  method?: string
  /** The caller's token, or the id of its person. */
  user?: string
  /** A header and its value, as `x-tenant:acme`. */
  header?: string
  /** Percentage of the requests, drawn from the seed. */
  share?: number
  /** The number of requests it applies to before it ends. */
  next?: number
}

/** Whether a request is in the part of the API that a scope names; the caller handles share and next. */
export function isInScope(
  { operation, path, method, user, header }: Scope,
  request: {
    operation: ContractOperation
    method: string
    path: string
    headers: Readonly<Record<string, string | undefined>>
  },
): boolean {
  return (
    (operation === undefined || operation === request.operation.id) &&
    (path === undefined || beginsWithSteps(request.path, path)) &&
    (method === undefined || method === request.method) &&
    (user === undefined || isUser(request.headers['authorization'], user)) &&
    (header === undefined || hasHeader(request.headers, header))
  )
}

function hasHeader(headers: Readonly<Record<string, string | undefined>>, header: string): boolean {
  const colon = header.indexOf(':')
  const name = (colon === -1 ? header : header.slice(0, colon)).trim().toLowerCase()
  return colon === -1 ? headers[name] !== undefined : headers[name] === header.slice(colon + 1).trim()
}

/** A requested scenario with its number and scope. */
export interface RequestedScenario {
  scenario: Scenario
  value: number
  scope: Scope
  /** As written; equal texts share a seeded sequence. */
  text: string
}

/** The text names an unknown scenario or scope, or one without an effect on its operation. The message lists the possible ones. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly code: 'mock.unknown_scenario' | 'mock.scenario_without_effect'

  constructor(message: string, code: ScenarioError['code'] = 'mock.unknown_scenario') {
    super(message)
    this.code = code
  }
}

/**
 * Parses scenarios in the syntax of the header, the command line and the admin API:
 * `rate-limited=20;operation=listPortfolios;next=3, slow=500`. `operation` is that of the request which has them. Throws a `ScenarioError`, also for
 * an operation that the contract does not have, and for a scenario that cannot have an effect on its operation: a fault that does nothing would make a
 * test pass wrongly.
 */
export function parseScenarios(
  text: string,
  { operations, document }: Contract,
  operation: ContractOperation | null = null,
): RequestedScenario[] {
  const all = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseOne)
  for (const { scope, scenario } of all) {
    const scoped = scope.operation === undefined ? undefined : operations.find(({ id }) => id === scope.operation)
    if (scope.operation !== undefined && scoped === undefined)
      throw new ScenarioError(`The contract has no operation ${JSON.stringify(scope.operation.slice(0, 60))}`)
    const subject = scoped ?? operation
    const possible = subject === null ? null : scenariosFor(subject, document)
    if (possible?.includes(scenario) === false)
      throw new ScenarioError(
        `The scenario ${scenario.name} has no effect on ${subject?.id}; those with one are ${possible.map(({ name }) => name).join(', ')}`,
        'mock.scenario_without_effect',
      )
  }
  return all
}

function parseOne(text: string): RequestedScenario {
  const [head = '', ...rest] = text.split(';').map((part) => part.trim())
  const [name, number] = split(head)
  const scenario = findScenario(name)
  if (scenario === undefined)
    throw new ScenarioError(
      `There is no scenario ${JSON.stringify(name.slice(0, 60))}; known are ${catalogue.map((each) => each.name).join(', ')}`,
    )
  const scope: Scope = Object.assign({}, ...rest.map(parseScope))
  return toRequested({ scenario, number: number === undefined ? undefined : Number(number), scope, text })
}

/** Checks a scenario's number and applies its default. Throws a `ScenarioError`. */
export function toRequested({
  scenario,
  number,
  scope,
  text,
}: {
  scenario: Scenario
  number: number | undefined
  scope: Scope
  text: string
}): RequestedScenario {
  const { name, value, isBurst = false } = scenario
  if (value === null) {
    if (number !== undefined) throw new ScenarioError(`The scenario ${name} takes no number`)
    return { scenario, value: 0, scope, text }
  }
  if (number !== undefined && !(Number.isInteger(number) && number >= value.min && number <= value.max))
    throw new ScenarioError(
      `The scenario ${name} takes a whole number of ${value.unit} from ${value.min} to ${value.max}, as in ${name}=${Math.max(value.min, value.fallback)}`,
    )
  const burst = isBurst && number !== undefined ? { next: number } : {}
  return { scenario, value: number ?? value.fallback, scope: { ...burst, ...scope }, text }
}

function parseScope(text: string): Scope {
  const [name, value = ''] = split(text)
  switch (name) {
    case 'operation':
      return { operation: value }
    case 'path':
      return { path: value }
    case 'user':
      return { user: value }
    case 'header':
      return { header: value }
    case 'method':
      return { method: methodOf(value) }
    case 'share':
      return { share: whole(name, value, { min: 0, max: 100 }) }
    case 'next':
      return { next: whole(name, value, { min: 1, max: 1_000_000 }) }
    case 'id':
      return {} // only makes the text distinct, so that it has its own count and sequence
    default:
      throw new ScenarioError(
        `A scenario's scope is operation, path, method, user, header, share or next, not ${JSON.stringify(name.slice(0, 60))}`,
      )
  }
}

function methodOf(text: string): string {
  const method = methods.find((each) => each === text.toLowerCase())
  if (method === undefined) throw new ScenarioError(`The scope method is one of ${methods.join(', ')}`)
  return method.toUpperCase()
}

function whole(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = text === '' ? Number.NaN : Number(text)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new ScenarioError(`The scope ${name} takes a whole number from ${min} to ${max}`)
  return number
}

function split(text: string): [string, string?] {
  const at = text.indexOf('=')
  return at === -1 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
