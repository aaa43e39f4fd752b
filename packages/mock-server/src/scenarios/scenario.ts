import type { MockReply } from '../http/messages.ts'
import type { ContractOperation } from '@auspex/contract'
import type { Random } from '@auspex/contract/random'
import { wait } from '../clock.ts'

/** The faults of a mock. `npx auspex-mock --help` describes each. */
export type ScenarioName =
  | 'slow'
  | 'jitter'
  | 'hang'
  | 'flaky'
  | 'expired-token'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'server-error'
  | 'maintenance'
  | 'reset'
  | 'truncated'
  | 'cut-off'
  | 'wrong-content-type'
  | 'sse-drop'
  | 'sse-slow'
  | 'sse-garbage'
  | 'data-too-sparse'
  | 'product-error'
  | 'empty'
  | 'huge-page'

/** A scenario in the syntax of the header `X-Mock-Scenario`: its name, its number if it takes one, and its scope; several are separated by commas. */
export type ScenarioText = `${ScenarioName}${'' | `${'=' | ';' | ','}${string}`}`

/** A reply after scenarios were applied. */
export interface StagedReply extends MockReply {
  /** Names of the applied scenarios, in order. */
  scenarios?: readonly string[]
}

export function isStream(body: MockReply['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
}

/** The number after a scenario's name, as in `slow=500`. */
export interface ScenarioValue {
  /** Its unit: `milliseconds`. */
  unit: string
  min: number
  max: number
  /** Used without a number. */
  fallback: number
}

/** A failure returned instead of the mock's reply. */
export interface Refusal {
  status: number
  /** Overrides the contract's example of that failure. */
  problem?: { code: string; title: string; detail?: string }
  headers?: Record<string, string>
}

export type Change = (reply: StagedReply, place: { operation: ContractOperation; signal: AbortSignal }) => StagedReply

/** The effect of a scenario on one request. */
export type Effect =
  | { kind: 'none' }
  | { kind: 'delay'; ms: number }
  | { kind: 'refuse'; refusal: Refusal }
  | { kind: 'change'; change: Change }

/** A stream of events; any other body; a JSON object; one with a list of items; the state of a search. */
export type Success = 'stream' | 'body' | 'object' | 'list' | 'search'

/** A fault or a state that a tester can request by name. */
export interface Scenario {
  name: ScenarioName
  /** One sentence for the help and the admin API. */
  summary: string
  value: ScenarioValue | null
  /** What an operation must have for it: a documented status, or a kind of success. Without it, it applies to all. */
  needs?: number | Success
  /** Its number is how many requests it lasts for; without one it stays. */
  isBurst?: boolean
  effect: (value: number, random: Random) => Effect
}

export const nothing: Effect = { kind: 'none' }

export function refuse(refusal: Refusal): Effect {
  return { kind: 'refuse', refusal }
}

export function change(apply: Change): Effect {
  return { kind: 'change', change: apply }
}

/** Waits; ends early, without an error, when the caller disconnects: the exchange is still answered and logged. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, signal).catch(() => undefined)
}
