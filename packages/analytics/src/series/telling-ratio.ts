/** A ratio with its 95 % bounds and its number of documents. */
export interface CountedRatio {
  value: number
  low: number
  high: number
  n: number
}

/** Bounds further apart than this factor are of no use to a reader. */
const maxSpread = 10
/** Minimum number of documents on both sides together: with fewer, the ratio is chance whatever the formula says. */
const minRatioDocuments = 10

/** Why a ratio is not shown: it is based on too few documents, or its bounds are too far apart. */
export type UntoldRatioReason = 'too-few' | 'too-wide'

/**
 * Whether a ratio may be shown: null when it may, else the reason. It may not when it is based on fewer than 10 documents (or `least`) or when its
 * bounds are more than a factor of 10 apart ("0.004 to 52,000"). The rule is ours: docs/measures.md, "Support".
 */
export function untoldReason(
  { low, high, n }: CountedRatio,
  minDocuments = minRatioDocuments,
): UntoldRatioReason | null {
  if (n < minDocuments) return 'too-few'
  return low > 0 && high <= maxSpread * low ? null : 'too-wide'
}

/** The ratio where it may be shown, else null. */
export function tellRatio<Ratio extends CountedRatio>(ratio: Ratio | null, least?: number): Ratio | null {
  return ratio === null || untoldReason(ratio, least) !== null ? null : ratio
}
