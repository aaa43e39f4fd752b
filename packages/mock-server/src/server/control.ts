import type { ContractOperation } from '@auspex/contract'
import type { Mock, MockSnapshot } from '../mock.ts'
import type { ActiveScenario, ActiveScenarios } from '../scenarios/active-scenarios.ts'
import { parseScenarios, type RequestedScenario } from '../scenarios/parse-scenarios.ts'
import type { Recording } from '../proxy/recording.ts'
import type { Violation } from '../proxy/violations.ts'
import type { Stub, StubInput } from '../stubs/stub.ts'
import type { Stubs } from '../stubs/stubs.ts'
import { type Expectation, type Verdict, verify } from '../stubs/verify.ts'
import type { TracedExchange } from './log-exchanges.ts'

/** The served contract, and whether the file has since become invalid. */
export interface ContractState {
  file: string | null
  loadedAt: string
  operations: readonly Pick<ContractOperation, 'id' | 'method' | 'path' | 'tag'>[]
  /** Why the latest version of the file is not served; null when it is. */
  problem: string | null
}

/** The controls of a running mock: the same from Node and over HTTP, under `/__mock`. */
export interface MockControl {
  /** Resets state, clock, log, seeded sequences, and the scenarios to those of the start. */
  reset(seed?: number): void
  /** Adds items to a collection. Throws a `TypeError` when the contract has no such collection or an item is invalid. */
  seed: Mock['seed']
  snapshot(): MockSnapshot
  restore(snapshot: MockSnapshot): void
  /** The last exchanges, oldest first. */
  requests(): TracedExchange[]
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

export function createControl({
  mock,
  requests,
  active,
  stubs,
  initial,
  seed: firstSeed,
  contract,
  reloadContract,
  violations,
  recording,
}: {
  mock: Mock
  requests: () => TracedExchange[]
  active: ActiveScenarios
  stubs: Stubs
  /** The scenarios at the start of the server. */
  initial: readonly RequestedScenario[]
  seed: number
  contract: () => ContractState
  reloadContract: () => ContractState
  violations: { list(): readonly Violation[]; clear(): void }
  recording: { list: Recording['list']; clear: Recording['clear'] }
}): MockControl {
  return {
    reset(seed = firstSeed) {
      mock.reset(seed)
      stubs.clear()
      active.clear()
      active.restart(seed)
      for (const wanted of initial) active.add(wanted)
      violations.clear()
      recording.clear()
    },
    seed: mock.seed,
    snapshot: () => mock.snapshot(),
    restore: (snapshot) => mock.restore(snapshot),
    requests,
    clearRequests: () => mock.log.clear(),
    now: () => mock.clock.now(),
    setClock: (ms) => mock.clock.set(ms),
    advanceClock: (ms) => mock.clock.advance(ms),
    scenarios: () => active.list(),
    addScenarios: (text) => parseScenarios(text, mock.contract).map((wanted) => active.add(wanted)),
    removeScenario: (id) => active.remove(id),
    clearScenarios: () => active.clear(),
    addReply: (stub) => stubs.add(stub),
    replies: () => stubs.list(),
    removeReply: (id) => stubs.remove(id),
    clearReplies: () => stubs.clear(),
    verify: (expectation) => verify(mock.log.list(), mock.contract, expectation),
    contract,
    reloadContract,
    violations: () => violations.list(),
    recording: () => recording.list(),
    clearViolations: () => violations.clear(),
  }
}
