import type { Clock } from '../../kernel/clock.ts'

/** How long the others wait after somebody met an index without a connection or an answer. */
const restMs = 60_000

/** Which indexes rest that are no sources of searches, so that nothing probes them. */
export interface Rests {
  isResting(key: string): boolean
  begin(key: string): void
}

export function createRests(clock: Clock): Rests {
  const until = new Map<string, number>()
  return {
    isResting: (key) => (until.get(key) ?? 0) > clock.now().getTime(),
    begin: (key) => void until.set(key, clock.now().getTime() + restMs),
  }
}
