import type { LoggedExchange } from '../request-log.ts'
import type { Mock, MockSnapshot } from '../mock.ts'
import type { Violation } from '../proxy/proxy.ts'
import type { ActiveScenario } from '../scenarios/scenarios.ts'
import type { Stub, StubInput } from '../stubs/stubs.ts'
import type { Expectation, Verdict } from '../stubs/request-pattern.ts'
import type { ContractState } from './contract-file.ts'

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
