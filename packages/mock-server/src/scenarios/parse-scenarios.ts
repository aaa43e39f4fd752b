import { type Contract, type ContractOperation, methods } from '@auspex/contract'
import { catalogue, type NamedScenario, scenariosFor } from './catalogue.ts'

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

/** A requested scenario with its number and scope. */
export interface RequestedScenario {
  scenario: NamedScenario
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
  const parts = text.split(',').map((part) => part.trim())
  const all = parts.filter((part) => part !== '').map(parseOne)
  for (const { scope, scenario } of all) {
    const scoped = operations.find(({ id }) => id === scope.operation)
    if (scope.operation !== undefined && scoped === undefined)
      throw new ScenarioError(`The contract has no operation ${quote(scope.operation)}`)
    const subject = scoped ?? operation
    const possible = subject === null ? null : scenariosFor(subject, document)
    if (possible?.includes(scenario) === false)
      throw new ScenarioError(
        `The scenario ${scenario.name} has no effect on ${subject?.id}; those with one are ${namesOf(possible)}`,
        'mock.scenario_without_effect',
      )
  }
  return all
}

function namesOf(scenarios: readonly NamedScenario[]): string {
  return scenarios.map(({ name }) => name).join(', ')
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

function parseOne(text: string): RequestedScenario {
  const [head = '', ...rest] = text.split(';').map((part) => part.trim())
  const [name, number] = split(head)
  const scenario = catalogue.find((each) => each.name === name)
  if (scenario === undefined)
    throw new ScenarioError(`There is no scenario ${quote(name)}; known are ${namesOf(catalogue)}`)
  const scope: Scope = Object.assign({}, ...rest.map(parseScope))
  const { value, isBurst = false } = scenario
  if (value === null) {
    if (number !== undefined) throw new ScenarioError(`The scenario ${name} takes no number`)
    return { scenario, value: 0, scope, text }
  }
  if (number === undefined) return { scenario, value: value.fallback, scope, text }
  const amount = Number(number)
  if (!Number.isInteger(amount) || amount < value.min || amount > value.max)
    throw new ScenarioError(
      `The scenario ${name} takes a whole number of ${value.unit} from ${value.min} to ${value.max}, as in ${name}=${Math.max(value.min, value.fallback)}`,
    )
  return { scenario, value: amount, scope: { ...(isBurst && { next: amount }), ...scope }, text }
}

function parseScope(text: string): Scope {
  const [name, value = ''] = split(text)
  switch (name) {
    case 'operation':
    case 'path':
    case 'user':
    case 'header':
      return { [name]: value }
    case 'method':
      if (!methods.some((each) => each === value.toLowerCase()))
        throw new ScenarioError(`The scope method is one of ${methods.join(', ')}`)
      return { method: value.toUpperCase() }
    case 'share':
      return { share: readWholeNumber(name, value, { min: 0, max: 100 }) }
    case 'next':
      return { next: readWholeNumber(name, value, { min: 1, max: 1_000_000 }) }
    default:
      throw new ScenarioError(
        `A scenario's scope is operation, path, method, user, header, share or next, not ${quote(name)}`,
      )
  }
}

function readWholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = text === '' ? Number.NaN : Number(text)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new ScenarioError(`The scope ${name} takes a whole number from ${min} to ${max}`)
  return number
}

function split(text: string): [string, string?] {
  const at = text.indexOf('=')
  return at === -1 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
