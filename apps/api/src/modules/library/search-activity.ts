import { setTimeout as wait } from 'node:timers/promises'

/** Tracks whether searches are running, so that other work can wait for them. */
export interface SearchActivity {
  /** Runs a search and counts it as running until it ends. */
  track: <T>(search: () => Promise<T>) => Promise<T>
  /** Whether none is running, and none has ended for so long. */
  hasBeenIdle: (ms: number) => boolean
  /** Resolves at once, or when the last running search has ended. */
  whenIdle: () => Promise<void>
  /**
   * Like `whenIdle`, but a search that has just ended still counts as running, because a report sends several queries in a row. Resolves after
   * `atMostMs` in any case, so that a stream of searches does not stop the other work for good.
   */
  whenSettled: (options: { graceMs: number; atMostMs: number }) => Promise<void>
}

export function createSearchActivity(): SearchActivity {
  let running = 0
  let lastEnd = -Infinity
  let waiting: (() => void)[] = []
  const whenIdle = (): Promise<void> =>
    running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
  return {
    track: async (search) => {
      running += 1
      try {
        return await search()
      } finally {
        running -= 1
        lastEnd = performance.now()
        if (running === 0) {
          for (const resume of waiting) resume()
          waiting = []
        }
      }
    },
    hasBeenIdle: (ms) => running === 0 && performance.now() - lastEnd >= ms,
    whenIdle,
    whenSettled: async ({ graceMs, atMostMs }) => {
      const deadline = performance.now() + atMostMs
      for (;;) {
        const now = performance.now()
        if (now >= deadline) return
        if (running > 0) await Promise.race([whenIdle(), wait(deadline - now, undefined, { ref: false })])
        else if (now - lastEnd < graceMs) await wait(Math.min(graceMs, deadline - now))
        else return
      }
    },
  }
}
