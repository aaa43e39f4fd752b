/** The delay before each retry, in milliseconds. */
export const retryPauses = [2000, 4000, 8000, 16_000] as const

/** How long after the last failure the count resets, in milliseconds. */
const forgetAfterMs = 60_000

interface Failures {
  readonly count: number
  readonly lastAt: number
}

/** Survives the reload that each retry causes, and ends with the tab. */
const place = 'auspex.part-failures'

/**
 * Counts consecutive failures; the count outlives the screen that shows them, and the page. Reading and counting are separate
 * because React may render that screen several times before it commits.
 */
export const createBackOff = (storage: Pick<Storage, 'getItem' | 'setItem'>) => {
  const countAt = (now: number): number => {
    const { count, lastAt } = readFailures(storage.getItem(place))
    return now - lastAt > forgetAfterMs ? 0 : count
  }
  return {
    /** The delay before the next retry, in milliseconds; null after the last one. */
    nextPause: (now: number): number | null => retryPauses[countAt(now)] ?? null,
    /** Records another failed try. */
    countFailure: (now: number): void =>
      storage.setItem(place, JSON.stringify({ count: countAt(now) + 1, lastAt: now } satisfies Failures)),
  }
}

const readFailures = (text: string | null): Failures => {
  try {
    return JSON.parse(text ?? '') as Failures // only countFailure writes it
  } catch {
    return { count: 0, lastAt: 0 }
  }
}
