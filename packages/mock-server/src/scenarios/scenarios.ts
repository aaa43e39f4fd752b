import {
  type Contract,
  type ContractDocument,
  type ContractOperation,
  type Method,
  problemType,
  resolve,
} from '@auspex/contract'
import type { Exchange, Interceptor } from '../http/exchange.ts'
import type { MockReply } from '../http/messages.ts'
import { pause, type Refusal, type StagedReply } from './scenario.ts'
import { type ActiveScenarios, createActiveScenarios, type FiredScenario } from './active-scenarios.ts'
import { parseScenarios, ScenarioError, type RequestedScenario } from './parse-scenarios.ts'

type Words = { code: string; title: string; detail?: string }

/** The failure of a scenario, with the text of the contract's example; null when the operation documents no such status. */
function refuseRequest(
  { status, problem, headers }: Refusal,
  {
    document,
    operation,
    exchange,
  }: { document: ContractDocument; operation: ContractOperation; exchange: { problem: Exchange['problem'] } },
): MockReply | null {
  if (!operation.responses.has(status)) return null
  const words = problem ?? exampleOf(document, operation, status)
  return exchange.problem({ status, ...words, ...(headers === undefined ? {} : { headers }) })
}

function exampleOf(document: ContractDocument, operation: ContractOperation, status: number): Words | null {
  const method = operation.method.toLowerCase() as Lowercase<Uppercase<Method>> // it was converted to upper case on receipt
  const response = document.paths[operation.path]?.[method]?.responses[String(status)]
  const media = response === undefined ? undefined : resolve(document, response).content?.[problemType]
  const [named] = Object.values(media?.examples ?? {}).map((each) => resolve<{ value?: unknown }>(document, each))
  const example = (media?.example ?? named?.value) as Words | undefined // linted against the schema of problems
  if (example === undefined) return null
  const { code, title, detail } = example
  return detail === undefined ? { code, title } : { code, title, detail }
}

/** The header that requests scenarios. */
export const scenarioHeader = 'x-mock-scenario'

/** Faults for testers, on any host: `mock.intercept(scenarios.intercept)`. */
export interface Scenarios {
  active: ActiveScenarios
  intercept: Interceptor
}

/** Applies scenarios around a mock. Its replies are unchanged while no scenario applies. */
export function createScenarios({ contract, seed }: { contract: () => Contract; seed: number }): Scenarios {
  const active = createActiveScenarios(seed)

  const play: Interceptor = async (exchange, answer) => {
    const { request, operation, path } = exchange
    let requested: RequestedScenario[]
    try {
      requested = parseScenarios(request.headers[scenarioHeader] ?? '', contract(), operation)
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      return exchange.problem({
        status: 400,
        code: error.code,
        title: 'The header X-Mock-Scenario cannot be followed',
        detail: error.message,
      })
    }
    if (operation === null) return answer()
    const fired = active.fire(requested, { operation, method: request.method, path, headers: request.headers })
    await pause(sumOfDelays(fired), request.signal)
    const scenarios = fired.filter(({ effect }) => effect.kind === 'delay').map(({ name }) => name)
    const refusal = refuseFirst(fired, { operation, exchange, contract: contract() })
    if (refusal !== null) return withScenarioNames(refusal, [...scenarios, ...(refusal.scenarios ?? [])])
    let reply: StagedReply = await answer()
    for (const { name, effect } of fired) {
      if (effect.kind !== 'change') continue
      const changed = effect.change(reply, { operation, signal: request.signal })
      if (changed !== reply) scenarios.push(name)
      reply = changed
    }
    return withScenarioNames(reply, scenarios)
  }

  return {
    active,
    intercept: (exchange, answer) =>
      exchange.request.headers[scenarioHeader] === undefined && active.isEmpty() ? answer() : play(exchange, answer),
  }
}

/** Names the applied scenarios for the caller and the log. */
function withScenarioNames(reply: StagedReply, scenarios: readonly string[]): StagedReply {
  if (scenarios.length === 0) return reply
  return { ...reply, scenarios, headers: { ...reply.headers, [scenarioHeader]: scenarios.join(', ') } }
}

function sumOfDelays(fired: readonly FiredScenario[]): number {
  return fired.reduce((sum, { effect }) => sum + (effect.kind === 'delay' ? effect.ms : 0), 0)
}

function refuseFirst(
  fired: readonly FiredScenario[],
  { operation, exchange, contract }: { operation: ContractOperation; exchange: Exchange; contract: Contract },
): StagedReply | null {
  for (const { name, effect } of fired) {
    if (effect.kind !== 'refuse') continue
    const { refusal } = effect
    const reply = refuseRequest(refusal, { document: contract.document, operation, exchange })
    if (reply !== null) return { ...reply, scenarios: [name] }
  }
  return null
}
