/**
 * The first rows in an order, without sorting the rest: a page needs a hundred of half a million. `compare` must never return 0 for two rows. Pure.
 */
export function firstRows(
  rows: Iterable<number>,
  limit: number,
  compare: (one: number, other: number) => number,
): number[] {
  let candidates: number[] = []
  let last: number | undefined
  for (const row of rows) {
    if (last !== undefined && compare(row, last) > 0) continue
    candidates.push(row)
    if (candidates.length < 2 * limit) continue
    candidates = candidates.toSorted(compare).slice(0, limit)
    last = candidates.at(-1)
  }
  return candidates.toSorted(compare).slice(0, limit)
}
