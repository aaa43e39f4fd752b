import { setTimeout as wait } from 'node:timers/promises'

/** Knows whether somebody waits for a search, so that other work can wait instead. */
export interface SearchActivity {
  /** Runs a search and counts it while it runs. */
  during: <T>(search: () => Promise<T>) => Promise<T>
  /** Resolves at once, or when the last running search has ended. */
  whenIdle: () => Promise<void>
  /**
   * As `whenIdle`, but a search that ended a moment ago counts as running, because a report asks several times in a row.
   * Resolves after `atMostMs` in any case, so that a stream of searches does not stop the other work for good.
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
    during: async (search) => {
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
