const quarterMs = 15 * 60_000
/** Minutes of a quarter of an hour at which files have been seen; there is no list of them. */
const offsets = [0, 1, 2, 3, 4, 5, 6, 7]

/** The quarters of an hour between two moments, newest first, as their first milliseconds; at most `most`. */
export function quartersBack({ fromMs, toMs, most }: { fromMs: number | null; toMs: number; most: number }): number[] {
  const newest = Math.floor(toMs / quarterMs)
  const oldest = fromMs === null ? -Infinity : Math.floor(fromMs / quarterMs)
  const count = Math.max(0, Math.min(most, newest - oldest + 1))
  return Array.from({ length: count }, (_, back) => (newest - back) * quarterMs)
}

/** The names that files of a quarter of an hour may have; usually two of them exist. */
export function fileNamesOf(quarter: number): string[] {
  return offsets.map((minutes) => {
    const stamp = new Date(quarter + minutes * 60_000).toISOString().slice(0, 19).replace(/[-:T]/g, '')
    return `${stamp}.gal.json.gz`
  })
}

/** Whether the quarters reach back to the first moment that was asked for. */
export function reachesBack({ fromMs, quarters }: { fromMs: number | null; quarters: readonly number[] }): boolean {
  const oldest = quarters.at(-1)
  return fromMs !== null && oldest !== undefined && oldest <= fromMs
}
