import type { Clock } from '../runtime/client.ts'

export interface FakeClock extends Clock {
  /** Every requested wait, in milliseconds. */
  readonly waits: number[]
  advance(ms: number): void
}

/** A clock that stands still except for waits, which end at once. The random value is one half unless given. */
export const createFakeClock = (start = Date.UTC(2026, 10, 21, 8), chance = 0.5): FakeClock => {
  let now = start
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    random: () => chance,
    advance: (ms) => {
      now += ms
    },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      waits.push(ms)
      now += ms
    },
  }
}
