/** Milliseconds before each try after a failed one. */
export const retryPauses = [2000, 4000, 8000, 16_000] as const

/** So long after the last failure the count begins anew, in milliseconds. */
const forgetAfterMs = 60_000

/**
 * Counts failures that follow each other; it outlives the screen that shows them, which each try draws anew. Reading and counting
 * are apart because React may draw that screen several times before it stands.
 */
export const createBackOff = () => {
  let failures = 0
  let failedAt = 0
  const countAt = (now: number): number => (now - failedAt > forgetAfterMs ? 0 : failures)
  return {
    /** The pause before the next try, in milliseconds; null when there were enough. */
    nextPause: (now: number): number | null => retryPauses[countAt(now)] ?? null,
    /** Another try has failed. */
    countFailure: (now: number): void => {
      failures = countAt(now) + 1
      failedAt = now
    },
  }
}
