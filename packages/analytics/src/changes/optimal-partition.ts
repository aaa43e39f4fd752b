/** Where a series may be cut, and the cost of a segment. */
export interface PartitionInput {
  length: number
  /** Positions where a segment may begin, ascending, excluding 0 and `length`. */
  candidates: readonly number[]
  /** Cost of the positions [from, to), in deviance: twice a negative log-likelihood. */
  cost: (from: number, to: number) => number
  /** The minimum saving of each further segment. */
  penalty: number
  minLength: number
}

/**
 * The segmentation with the lowest penalised cost over the candidates: bounds of its segments, including 0 and `length`. PELT: Killick, Fearnhead &
 * Eckley (2012), Optimal detection of changepoints with a linear computational cost, JASA 107.
 */
export function optimalPartition({ length, candidates, cost, penalty, minLength }: PartitionInput): number[] {
  const positions = [0, ...candidates, length]
  const best = new Float64Array(positions.length)
  const previous = new Int32Array(positions.length)
  best[0] = -penalty
  let open = [0]
  for (let end = 1; end < positions.length; end++) {
    const to = positions[end] ?? 0
    let minTotal = Infinity
    const totals: number[] = []
    for (const start of open) {
      const from = positions[start] ?? 0
      const isLong = to - from >= minLength
      const total = isLong ? (best[start] ?? 0) + cost(from, to) : -Infinity
      totals.push(total)
      if (isLong && total + penalty < minTotal) {
        minTotal = total + penalty
        previous[end] = start
      }
    }
    best[end] = minTotal
    // a start that costs more than the best one so far can never begin the last segment of a better segmentation
    open = open.filter((_, index) => (totals[index] ?? 0) <= minTotal)
    if (minTotal < Infinity) open.push(end)
  }
  const bounds: number[] = []
  for (let end = positions.length - 1; end > 0; end = previous[end] ?? 0) bounds.push(positions[end] ?? 0)
  return [0, ...bounds.toReversed()]
}

/** Lengths of the windows compared on both sides of a position to see whether it may be a change. */
const sides = [1, 3, 7, 21, 63, 126] as const

/**
 * Positions worth testing: where the days before and after differ, for some window, more than anywhere nearby. This keeps the segmentation fast
 * (quadratic in the candidates, not in the days) and loses no change that a window can detect.
 */
export function screenCandidates({
  length,
  cost,
  least,
}: Pick<PartitionInput, 'length' | 'cost'> & {
  /** Positions with smaller savings are not tested. */
  least: number
}): number[] {
  const found = new Uint8Array(length + 1)
  const gains = new Float64Array(length + 1)
  // the window before a position is the window after an earlier position, so each is computed once
  const after = new Float64Array(length + 1)
  for (const side of sides) {
    if (side * 2 > length && side > 1) break
    for (let at = 0; at < length; at++) after[at] = cost(at, Math.min(length, at + side))
    for (let at = 1; at < length; at++) {
      const from = Math.max(0, at - side)
      const before = at < side ? cost(from, at) : (after[from] ?? 0)
      gains[at] = cost(from, Math.min(length, at + side)) - before - (after[at] ?? 0)
    }
    const near = Math.max(1, side >> 1)
    for (let at = 1; at < length; at++) {
      if ((gains[at] ?? 0) >= least && isTop(gains, at, near)) found[at] = 1
    }
  }
  const candidates: number[] = []
  for (let at = 1; at < length; at++) if (found[at] === 1) candidates.push(at)
  return candidates
}

function isTop(values: Float64Array, at: number, near: number): boolean {
  const value = values[at] ?? 0
  for (let other = Math.max(1, at - near); other <= Math.min(values.length - 2, at + near); other++)
    if ((values[other] ?? 0) > value) return false
  return true
}
