import { momentum, type MomentumInput } from './momentum.ts'
import { windowRates } from './window-rate.ts'

/** The stage of a topic's life. */
export type Stage = 'emerging' | 'rising' | 'peaking' | 'steady' | 'declining' | 'dormant'

/** The thresholds of the stage rule; they are conventions, chosen on the example series of docs/measures.md. */
export const stageThresholds = {
  /** With fewer documents in the last window there is no level to describe. */
  dormantCount: 3,
  /** Before a topic emerges, its rate is at most this share of its present rate. */
  emergingShare: 0.25,
  /** A window counts as the top when it reaches this share of the highest one. */
  topShare: 0.85,
  /** Minimum height of a top relative to the median window; otherwise the series is simply level. */
  peakLift: 1.5,
} as const

/**
 * The stage of a topic from daily counts (oldest first); null when momentum is unknown for lack of data.
 *
 * In this order: fewer than 3 documents in the last window: dormant. Growth is certain (interval above 1): emerging when the median of all windows
 * before is at most a quarter of the present rate, rising otherwise. Fall is certain (interval below 1): declining. Neither, but within 85 % of the
 * highest window and 1.5 times the median one: peaking. Otherwise steady.
 */
export function stage(input: MomentumInput): Stage | null {
  const growth = momentum(input)
  if ('unknown' in growth) return growth.unknown === 'no-documents' ? 'dormant' : null
  if (growth.currentCount < stageThresholds.dormantCount) return 'dormant'
  if (growth.high < 1) return 'declining'
  const rates = windowRates(input, input.windowDays).filter((rate) => rate !== null)
  if (growth.low > 1) {
    const before = medianOf(rates.slice(1))
    return before <= stageThresholds.emergingShare * growth.current ? 'emerging' : 'rising'
  }
  const isTop = growth.current >= stageThresholds.topShare * Math.max(...rates)
  // Two windows cannot show a peak: each is the median of the other.
  const isHigh = rates.length > 2 && growth.current >= stageThresholds.peakLift * medianOf(rates)
  return isTop && isHigh ? 'peaking' : 'steady'
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
