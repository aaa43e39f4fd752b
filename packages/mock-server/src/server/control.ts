import type { LoggedExchange } from '../request-log.ts'
import type { Mock, MockSnapshot } from '../mock.ts'
import { type Proxy, scenarioRefusal, type Violation } from '../proxy/proxy.ts'
import { ScenarioError } from '../scenarios/parse-scenarios.ts'
import type { ActiveScenario, Scenarios } from '../scenarios/scenarios.ts'
import type { Stub, StubInput, Stubs } from '../stubs/stubs.ts'
import { type Expectation, type Verdict, verify } from '../stubs/request-pattern.ts'
import type { ContractState, ContractWatch } from './contract-file.ts'

/** The controls of a running mock: the same from Node and over HTTP, under `/__mock`. */
export interface MockControl {
  /** Resets state, clock, log, seeded sequences, and the scenarios to those of the start. */
  reset(seed?: number): void
  /** Adds items to a collection. Throws a `TypeError` when the contract has no such collection or an item is invalid. */
  seed: Mock['seed']
  snapshot(): MockSnapshot
  restore(snapshot: MockSnapshot): void
  /** The last exchanges, oldest first. */
  requests(): LoggedExchange[]
  clearRequests(): void
  /** The mock's clock, in milliseconds since the epoch. */
  now(): number
  setClock(ms: number): void
  advanceClock(ms: number): void
  scenarios(): readonly ActiveScenario[]
  /** Activates scenarios, written as in the header: `slow=500;path=/portfolio`. Throws a `ScenarioError`. */
  addScenarios(text: string): ActiveScenario[]
  /** Returns whether a scenario with that id existed. */
  removeScenario(id: string): boolean
  clearScenarios(): void
  /** Lets a test define replies that replace the mock's. Throws a `StubError` when the contract forbids the reply. */
  addReply(stub: StubInput): Stub
  replies(): readonly Stub[]
  /** Returns whether a stub with that id existed. */
  removeReply(id: string): boolean
  clearReplies(): void
  /** Reports whether the number of requests was as expected. */
  verify(expectation: Expectation): Verdict
  contract(): ContractState
  /** Reloads the contract file and keeps stored items. Throws a `ContractFileError` and serves the last valid version. */
  reloadContract(): ContractState
  /** Exchanges of the proxied server that broke the contract, oldest first; empty without a proxy. */
  violations(): readonly Violation[]
  /** Responses of a proxied server, as replies to replay; the newest first. */
  recording(): readonly StubInput[]
  clearViolations(): void
}

/** What a mock server is made of. */
interface ServerParts {
  mock: Mock
  scenarios: Scenarios
  stubs: Stubs
  proxy: Proxy
  contractWatch: ContractWatch
  /** Whether a real server answers instead of the mock. */
  isProxied: boolean
  /** What a reset restores. */
  initial: { seed: number; scenarios: readonly string[] }
}

export function createControl(parts: ServerParts): MockControl {
  const { mock, scenarios, stubs, proxy, contractWatch, isProxied, initial } = parts
  const { log } = isProxied ? proxy : mock
  return {
    reset(seed = initial.seed) {
      mock.reset(seed)
      stubs.clear()
      scenarios.clear()
      scenarios.restart(seed)
      for (const text of initial.scenarios) scenarios.add(text)
      proxy.clearViolations()
      proxy.clearRecording()
      proxy.log.clear()
    },
    seed: mock.seed,
    snapshot: mock.snapshot,
    restore: mock.restore,
    requests: log.list,
    clearRequests: log.clear,
    now: () => mock.clock.now(),
    setClock: (ms) => mock.clock.set(ms),
    advanceClock: (ms) => mock.clock.advance(ms),
    scenarios: () => scenarios.list(),
    addScenarios(text) {
      if (isProxied) throw new ScenarioError(scenarioRefusal.detail, scenarioRefusal.code)
      return scenarios.add(text)
    },
    removeScenario: (id) => scenarios.remove(id),
    clearScenarios: () => scenarios.clear(),
    addReply: (stub) => stubs.add(stub),
    replies: () => stubs.list(),
    removeReply: (id) => stubs.remove(id),
    clearReplies: () => stubs.clear(),
    verify: (expectation) => verify(log.list(), mock.contract, expectation),
    contract: () => contractWatch.state(),
    reloadContract: () => contractWatch.reload(),
    violations: () => proxy.violations(),
    recording: () => proxy.recording(),
    clearViolations: () => proxy.clearViolations(),
  }
}
