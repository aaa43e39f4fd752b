/** A ratio with its 95 % bounds and the documents that it rests on. */
export interface CountedRatio {
  value: number
  low: number
  high: number
  n: number
}

/** Bounds further apart than by this factor say nothing that a reader can use. */
const widestSpread = 10
/** Fewer documents, of both sides together, are chance whatever the formula says. */
const leastRatioDocuments = 10

/** Why a ratio is not told: it rests on too few documents, or its bounds are too far apart. */
export type UntoldRatioReason = 'too-few' | 'too-wide'

/**
 * Whether a ratio may be told: null when it may, else why not. It may not when it rests on fewer than 10 documents (`least` asks for
 * another number) or when its bounds are more than a factor of 10 apart ("0.004 to 52,000"). The rule is ours: docs/measures.md, "Support".
 */
export function untoldReason({ low, high, n }: CountedRatio, least = leastRatioDocuments): UntoldRatioReason | null {
  if (n < least) return 'too-few'
  return low > 0 && high <= widestSpread * low ? null : 'too-wide'
}

/** The ratio where it may be told, else null. */
export function tellRatio<Ratio extends CountedRatio>(ratio: Ratio | null, least?: number): Ratio | null {
  return ratio === null || untoldReason(ratio, least) !== null ? null : ratio
}
