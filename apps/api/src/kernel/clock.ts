/** The server's only source of time, so that tests can choose it. */
export interface Clock {
  now(): Date
}

/** The machine's clock; the only place that calls `new Date()` without arguments. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock fixed at `instant` (ISO 8601) until `set` moves it. For tests. */
export function createFixedClock(instant: string): Clock & { set(next: string): void } {
  let current = new Date(instant)
  return {
    now: () => new Date(current),
    set: (next) => {
      current = new Date(next)
    },
  }
}
