import { meanDifference, type Sums } from '@auspex/analytics'
import type { ToneShift } from '@auspex/sdk/types'

const method = 'difference of mean tone with normal interval (Welch)'

/** How the mean tone moved; null when a side has fewer than two documents of known tone. */
export function toneShift(after: Sums, before: Sums): ToneShift {
  const moved = meanDifference(after, before)
  if (moved === null) return null
  return {
    value: round(moved.value),
    low: round(moved.low),
    high: round(moved.high),
    before: meanOf(before),
    after: meanOf(after),
    n: after.n,
    nBefore: before.n,
    method,
  }
}

/** In [-1, 1], kept there against rounding. */
function meanOf({ n, sum }: Sums): number {
  return round(Math.max(-1, Math.min(1, sum / n)))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
