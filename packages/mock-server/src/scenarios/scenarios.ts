import type { Contract, ContractOperation } from '@auspex/contract'
import { createRandom, type Random } from '@auspex/contract/random'
import { pause } from '../clock.ts'
import { seedOf } from '../generate/generator.ts'
import type { Exchange, Interceptor, MockReply } from '../http/messages.ts'
import type { ProblemFacts } from '../http/problem.ts'
import type { Mock } from '../mock.ts'
import { documentedFailure } from '../replies/answer.ts'
import { matchesPattern } from '../stubs/request-pattern.ts'
import type { ScenarioName, ScenarioText } from './catalogue.ts'
import { parseScenarios, type RequestedScenario, ScenarioError, type Scope } from './parse-scenarios.ts'

/** A scenario that is active for more than one request. */
export interface ActiveScenario {
  id: string
  name: ScenarioName
  /** Null for scenarios without a number. */
  value: number | null
  scope: Scope
  /** Number of requests it was applied to. */
  applied: number
  /** Requests left of `scope.next`; null without such a limit. */
  remaining: number | null
}

/** What a scenario does to one request. */
interface Effect {
  requested: RequestedScenario
  delayMs: number
  refusal: ProblemFacts | null
}

/** A limit, since callers may send any text in the header; the oldest sequences are dropped first. */
const maxSequences = 1000

/** The header that requests scenarios. */
export const scenarioHeader = 'x-mock-scenario'

/** Faults for testers, on any host: `mock.intercept(scenarios.intercept)`. Replies are unchanged while no scenario applies. */
export class Scenarios {
  readonly #contract: () => Contract
  #seed: number
  #serial = 0
  readonly #active = new Map<string, { requested: RequestedScenario; state: ActiveScenario }>()
  readonly #sequences = new Map<string, Random>()
  readonly #counts = new Map<string, number>()

  constructor({ contract, seed }: { contract: () => Contract; seed: number }) {
    this.#contract = contract
    this.#seed = seed
  }

  list(): readonly ActiveScenario[] {
    return [...this.#active.values()].map(({ state }) => state)
  }

  /** Activates scenarios, written as in the header. Throws a `ScenarioError`. */
  add(text: string): ActiveScenario[] {
    return parseScenarios(text, this.#contract()).map((requested) => {
      this.#serial += 1
      const { scenario, value, scope } = requested
      const state: ActiveScenario = {
        id: `sc_${this.#serial}`,
        name: scenario.name,
        value: scenario.value === null ? null : value,
        scope,
        applied: 0,
        remaining: scope.next ?? null,
      }
      this.#active.set(state.id, { requested, state })
      return state
    })
  }

  /** Returns whether a scenario with that id existed. */
  remove(id: string): boolean {
    return this.#active.delete(id)
  }

  clear(): void {
    this.#active.clear()
  }

  /** Restarts every sequence and every count. */
  restart(seed: number): void {
    this.#seed = seed
    this.#sequences.clear()
    this.#counts.clear()
  }

  readonly intercept: Interceptor = (exchange, answer) =>
    exchange.request.headers[scenarioHeader] === undefined && this.#active.size === 0
      ? answer()
      : this.#play(exchange, answer)

  async #play(exchange: Exchange, answer: () => Promise<MockReply>): Promise<MockReply> {
    const { request, operation } = exchange
    let own: RequestedScenario[]
    try {
      own = parseScenarios(request.headers[scenarioHeader] ?? '', this.#contract(), operation)
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      const title = 'The header X-Mock-Scenario cannot be followed'
      return exchange.problem({ status: 400, code: error.code, title, detail: error.message })
    }
    if (operation === null) return answer()
    const effects = this.#effectsOn(own, { ...exchange, operation })
    await pause(
      effects.reduce((sum, { delayMs }) => sum + delayMs, 0),
      request.signal,
    )
    const applied = effects.filter(({ requested }) => requested.scenario.delay !== undefined).map(nameOf)
    const refused = effects.find(({ refusal }) => refusal !== null && operation.responses.has(refusal.status))
    if (refused?.refusal != null) {
      const facts = {
        ...documentedFailure(this.#contract().document, operation, refused.refusal.status),
        ...refused.refusal,
      }
      return withNames(exchange.problem(facts), [...applied, nameOf(refused)])
    }
    let reply = await answer()
    for (const effect of effects) {
      const { scenario, value } = effect.requested
      const changed = scenario.change?.(reply, { value, operation, signal: request.signal }) ?? reply
      if (changed !== reply) applied.push(nameOf(effect))
      reply = changed
    }
    return withNames(reply, applied)
  }

  /** The request's own scenarios first, then the active ones in the order in which they were added. */
  #effectsOn(own: readonly RequestedScenario[], exchange: Exchange & { operation: ContractOperation }): Effect[] {
    const effects: Effect[] = []
    for (const requested of own) {
      if (!isInScope(requested.scope, exchange) || this.#isUsedUp(requested, exchange)) continue
      effects.push(...this.#draw(requested))
    }
    for (const { requested, state } of this.#active.values()) {
      if (state.remaining === 0 || !isInScope(requested.scope, exchange)) continue
      const [effect] = this.#draw(requested)
      if (effect === undefined) continue
      state.applied += 1
      if (state.remaining !== null) state.remaining -= 1
      effects.push(effect)
    }
    return effects
  }

  /** None when the share of requests, or the scenario itself, leaves this one alone. */
  #draw(requested: RequestedScenario): Effect[] {
    const { scenario, value, scope, text } = requested
    const random = this.#sequences.get(text) ?? createRandom(seedOf(this.#seed, text))
    remember(this.#sequences, text, random)
    if (scope.share !== undefined && !random.chance(scope.share / 100)) return []
    const refusal = scenario.refuse?.(value, random) ?? null
    if (scenario.refuse !== undefined && refusal === null) return []
    return [{ requested, delayMs: scenario.delay?.(value, random) ?? 0, refusal }]
  }

  /** A request's own `next` counts calls with the same method and path, so that retries of one call recover together. */
  #isUsedUp({ scope: { next }, text }: RequestedScenario, { request, path }: Exchange): boolean {
    if (next === undefined) return false
    const key = `${request.method} ${path} ${text}`
    const count = this.#counts.get(key) ?? 0
    if (count < next) remember(this.#counts, key, count + 1)
    return count >= next
  }
}

function nameOf({ requested }: Effect): string {
  return requested.scenario.name
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxSequences && oldest !== undefined) map.delete(oldest)
}

/** Whether a request is in the part of the API that a scope names, apart from its share and its count. */
function isInScope({ header, ...scope }: Scope, { operation, path, request }: Exchange): boolean {
  const { method, target, headers } = request
  const [name = '', ...value] = header?.split(':') ?? []
  // without a value, the header only has to be there
  const wantedValue = value.length === 0 ? headers[name.trim().toLowerCase()] : value.join(':').trim()
  if (header !== undefined && wantedValue === undefined) return false
  const seen = { operationId: operation?.id ?? null, method, path, target, headers, body: undefined }
  return matchesPattern({ ...scope, headers: header === undefined ? {} : { [name.trim()]: wantedValue ?? '' } }, seen)
}

/** Names the applied scenarios for the caller and the log. */
function withNames(reply: MockReply, scenarios: readonly string[]): MockReply {
  if (scenarios.length === 0) return reply
  return { ...reply, scenarios, headers: { ...reply.headers, [scenarioHeader]: scenarios.join(', ') } }
}

/** Scenarios of a mock that has no port. */
export interface MockScenarios {
  /** Replaces the scenarios for every request. The text has the syntax of the header: `slow=500;path=/portfolio`. Throws a `ScenarioError`. */
  set(text: ScenarioText): void
  clear(): void
}

/** Adds scenarios to a mock: for one request by its header `X-Mock-Scenario`, for all requests by `set`. Uses the mock's only interceptor. */
export function addScenarios(mock: Mock, { seed = 1 }: { seed?: number } = {}): MockScenarios {
  const scenarios = new Scenarios({ contract: () => mock.contract, seed })
  mock.intercept(scenarios.intercept)
  return {
    set(text) {
      parseScenarios(text, mock.contract) // an invalid text changes nothing
      scenarios.clear()
      scenarios.add(text)
    },
    clear: () => scenarios.clear(),
  }
}
