import type { MockReply } from '../http/messages.ts'
import type { ContractOperation } from '@auspex/contract'
import type { Random } from '@auspex/contract/random'
import { wait } from '../clock.ts'

/** What a mock can be asked to do wrong. `npx auspex-mock --help` tells what each does. */
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

/** A scenario as the header `X-Mock-Scenario` writes it: its name, its number where it takes one, and for which requests; several with commas between them. */
export type ScenarioText = `${ScenarioName}${'' | `${'=' | ';' | ','}${string}`}`

/** A reply as scenarios left it. */
export interface StagedReply extends MockReply {
  /** Names of the scenarios that had a part in it, in the order in which they were applied. */
  scenarios?: readonly string[]
}

/** Tells whether a body is sent piece by piece. */
export function isStream(body: MockReply['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
}

/** The number that a scenario takes after its name, as in `slow=500`. */
export interface ScenarioValue {
  /** What it counts: `milliseconds`. */
  unit: string
  min: number
  max: number
  /** Used when the name stands alone. */
  fallback: number
}

/** A failure that answers instead of the mock. */
export interface Refusal {
  status: number
  /** Where the contract's own example of that failure says something else. */
  problem?: { code: string; title: string; detail?: string }
  headers?: Record<string, string>
}

export type Change = (reply: StagedReply, place: { operation: ContractOperation; signal: AbortSignal }) => StagedReply

/** What a scenario does to one request. */
export type Effect =
  | { kind: 'none' }
  | { kind: 'delay'; ms: number }
  | { kind: 'refuse'; refusal: Refusal }
  | { kind: 'change'; change: Change }

/** A fault or a state that a tester asks for by name. */
export interface Scenario {
  name: ScenarioName
  /** One sentence for the help and the admin API. */
  summary: string
  value: ScenarioValue | null
  /** Its number says for how many requests it lasts; without one it stays. */
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

/** Waits; ends early, without an error, when the caller hangs up: the exchange is still answered and logged, though nobody reads it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, signal).catch(() => undefined)
}
