/** Knows whether somebody waits for a search, so that background work can wait instead. */
export interface SearchActivity {
  /** Runs a search and counts it while it runs. */
  during: <T>(search: () => Promise<T>) => Promise<T>
  /** Resolves at once, or when the last running search has ended. */
  whenQuiet: () => Promise<void>
}

export function createSearchActivity(): SearchActivity {
  let running = 0
  let waiting: (() => void)[] = []
  return {
    during: async (search) => {
      running += 1
      try {
        return await search()
      } finally {
        running -= 1
        if (running === 0) {
          for (const resume of waiting) resume()
          waiting = []
        }
      }
    },
    whenQuiet: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
