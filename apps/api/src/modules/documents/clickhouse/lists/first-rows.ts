/**
 * The first rows in an order, without sorting the others: of half a million, a page needs a hundred. `compare` is never 0 for two rows.
 * Pure.
 */
export function firstRows(
  rows: Iterable<number>,
  most: number,
  compare: (one: number, other: number) => number,
): number[] {
  let kept: number[] = []
  let last: number | undefined
  for (const row of rows) {
    if (last !== undefined && compare(row, last) > 0) continue
    kept.push(row)
    if (kept.length < 2 * most) continue
    kept = kept.toSorted(compare).slice(0, most)
    last = kept.at(-1)
  }
  return kept.toSorted(compare).slice(0, most)
}
