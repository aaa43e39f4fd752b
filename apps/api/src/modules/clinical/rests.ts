import type { Clock } from '../../kernel/clock.ts'

/** How long an index is skipped after a connection failure or time-out. */
const pauseMs = 60_000

/** Outage state of indexes that are not search sources and therefore not probed. */
export interface Rests {
  isResting(key: string): boolean
  begin(key: string): void
}

export function createRests(clock: Clock): Rests {
  const restingUntil = new Map<string, number>()
  return {
    isResting: (key) => (restingUntil.get(key) ?? 0) > clock.now().getTime(),
    begin: (key) => void restingUntil.set(key, clock.now().getTime() + pauseMs),
  }
}
