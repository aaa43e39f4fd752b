import type { ContractOperation } from '@auspex/contract'
import { isInScope, type Scope, type RequestedScenario } from './parse-scenarios.ts'
import { createRandom, type Random } from '@auspex/contract/random'
import { seedOf } from '../generate/generator.ts'
import type { Effect } from './scenario.ts'

/** A scenario that is active for more than one request. */
export interface ActiveScenario {
  id: string
  name: string
  /** Null for scenarios without a number. */
  value: number | null
  scope: Scope
  /** Number of requests it was applied to. */
  applied: number
  /** Requests left of `scope.next`; null without such a limit. */
  remaining: number | null
}

export interface FiredScenario {
  name: string
  effect: Effect
  /** Requested by the request itself, not active for all requests. */
  isOwn: boolean
}

interface Place {
  operation: ContractOperation
  method: string
  path: string
  headers: Readonly<Record<string, string | undefined>>
}

export interface ActiveScenarios {
  list(): readonly ActiveScenario[]
  add(wanted: RequestedScenario): ActiveScenario
  /** Returns whether a scenario with that id existed. */
  remove(id: string): boolean
  clear(): void
  isEmpty(): boolean
  /** Selects the scenarios of a request: its own first, then the active ones in the order in which they were added. */
  fire(own: readonly RequestedScenario[], place: Place): FiredScenario[]
  /** Restarts every sequence and every count; active scenarios remain. */
  restart(seed: number): void
}

/** A limit, since callers may send any text in the header; the oldest sequences are dropped first. */
const maxSequences = 1000

export function createActiveScenarios(firstSeed: number): ActiveScenarios {
  let seed = firstSeed
  let serial = 0
  const active = new Map<string, { wanted: RequestedScenario; state: ActiveScenario }>()
  const sequences = new Map<string, Random>()
  const counts = new Map<string, number>()

  const randomOf = (text: string): Random => {
    const known = sequences.get(text)
    if (known !== undefined) return known
    const random = createRandom(seedOf(seed, text))
    remember(sequences, text, random)
    return random
  }

  const draw = ({ scenario, value, scope, text }: RequestedScenario): Effect | null => {
    const random = randomOf(text)
    if (scope.share !== undefined && !random.chance(scope.share / 100)) return null
    const effect = scenario.effect(value, random)
    return effect.kind === 'none' ? null : effect
  }

  /** A request's own `next` counts calls with the same method and path, so that retries of one call recover together. */
  const isUsedUp = ({ scope: { next }, text }: RequestedScenario, { method, path }: Place): boolean => {
    if (next === undefined) return false
    const key = `${method} ${path} ${text}`
    const count = counts.get(key) ?? 0
    if (count >= next) return true
    remember(counts, key, count + 1)
    return false
  }

  return {
    list: () => [...active.values()].map(({ state }) => state),
    add(wanted) {
      serial += 1
      const { scenario, value, scope } = wanted
      const state: ActiveScenario = {
        id: `sc_${serial}`,
        name: scenario.name,
        value: scenario.value === null ? null : value,
        scope,
        applied: 0,
        remaining: scope.next ?? null,
      }
      active.set(state.id, { wanted, state })
      return state
    },
    remove: (id) => active.delete(id),
    clear: () => active.clear(),
    isEmpty: () => active.size === 0,
    fire(own, place) {
      const fired: FiredScenario[] = []
      for (const wanted of own) {
        if (!isInScope(wanted.scope, place) || isUsedUp(wanted, place)) continue
        const effect = draw(wanted)
        if (effect !== null) fired.push({ name: wanted.scenario.name, effect, isOwn: true })
      }
      for (const { wanted, state } of active.values()) {
        if (state.remaining === 0 || !isInScope(wanted.scope, place)) continue
        const effect = draw(wanted)
        if (effect === null) continue
        state.applied += 1
        if (state.remaining !== null) state.remaining -= 1
        fired.push({ name: wanted.scenario.name, effect, isOwn: false })
      }
      return fired
    },
    restart(next) {
      seed = next
      sequences.clear()
      counts.clear()
      for (const { state } of active.values()) {
        state.applied = 0
        state.remaining = state.scope.next ?? null
      }
    },
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value)
  if (map.size <= maxSequences) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
