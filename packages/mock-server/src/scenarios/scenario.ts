import type { ContractOperation } from '@auspex/contract'
import type { ScenarioName } from './scenario-name.ts'
import type { StagedReply } from './staged-reply.ts'
import type { Random } from '@auspex/contract/random'

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
