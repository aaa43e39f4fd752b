/** Milliseconds before each try after a failed one. */
export const retryPauses = [2000, 4000, 8000, 16_000] as const

/** So long after the last failure the count begins anew, in milliseconds. */
const forgetAfterMs = 60_000

interface Failures {
  readonly count: number
  readonly lastAt: number
}

/** Survives the reload that each try is, and ends with the tab. */
const place = 'auspex.part-failures'

/**
 * Counts failures that follow each other; it outlives the screen that shows them, and the page. Reading and counting are apart because
 * React may draw that screen several times before it stands.
 */
export const createBackOff = (storage: Pick<Storage, 'getItem' | 'setItem'>) => {
  const countAt = (now: number): number => {
    const { count, lastAt } = readFailures(storage.getItem(place))
    return now - lastAt > forgetAfterMs ? 0 : count
  }
  return {
    /** The pause before the next try, in milliseconds; null when there were enough. */
    nextPause: (now: number): number | null => retryPauses[countAt(now)] ?? null,
    /** Another try has failed. */
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
