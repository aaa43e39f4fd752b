const quarterMs = 15 * 60_000
/** Minutes within a quarter of an hour at which files have been seen; there is no index of them. */
const offsets = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * The quarters of an hour between two moments, newest first, as the milliseconds at which they begin; at most `most`.
 */
export function quartersBack({ fromMs, toMs, most }: { fromMs: number | null; toMs: number; most: number }): number[] {
  const newest = Math.floor(toMs / quarterMs)
  const oldest = fromMs === null ? -Infinity : Math.floor(fromMs / quarterMs)
  const count = Math.max(0, Math.min(most, newest - oldest + 1))
  return Array.from({ length: count }, (_, back) => (newest - back) * quarterMs)
}

/** The possible names of files of a quarter of an hour; usually two of them exist. */
export function fileNamesOf(quarter: number): string[] {
  return offsets.map((minutes) => {
    const stamp = new Date(quarter + minutes * 60_000).toISOString().slice(0, 19).replace(/[-:T]/g, '')
    return `${stamp}.gal.json.gz`
  })
}

/** Whether the quarters extend back to the requested beginning. */
export function reachesBack({ fromMs, quarters }: { fromMs: number | null; quarters: readonly number[] }): boolean {
  const oldest = quarters.at(-1)
  return fromMs !== null && oldest !== undefined && oldest <= fromMs
}
