import type { ComparedSignal, ComparisonBasis, MeasuredCorrelation, SignalComparison } from '@auspex/sdk'
import { daysBetween } from '../../lib/dates.ts'
import { formatCompact, formatCount, formatFactor, formatShare } from '../../lib/format.ts'
import type { Bucket } from '../../lib/buckets.ts'

export const basisWords: Record<ComparisonBasis, { readonly label: string; readonly unit: string }> = {
  documents: { label: 'Documents', unit: 'documents a day' },
  share: { label: 'Share', unit: 'share of all documents' },
  stories: { label: 'Stories', unit: 'stories a day' },
  outlets: { label: 'Outlets', unit: 'outlets a day' },
}

export const formatRate = (basis: ComparisonBasis, value: number | null): string => {
  if (value === null) return 'no data'
  if (basis !== 'share' && Number.isInteger(value)) return formatCount(value)
  return basis === 'share' ? formatShare(value) : value >= 100 ? formatCompact(Math.round(value)) : formatFactor(value)
}

/**
 * The rate of each span over its known days: the mean per day, or the share of the whole span. This way a week that has just
 * begun does not look like a fall. Null is a gap.
 */
export const rateOfBuckets = (
  { values, exposures }: Pick<ComparedSignal, 'values' | 'exposures'>,
  { firstDay }: Pick<SignalComparison, 'firstDay'>,
  buckets: readonly Bucket[],
): readonly (number | null)[] =>
  buckets.map(({ first, last }) => {
    const [start, end] = [daysBetween(firstDay, first) - 1, daysBetween(firstDay, last)]
    let [count, exposure] = [0, 0]
    for (let day = Math.max(0, start); day < end; day++) {
      const value = values[day] ?? null
      const weight = exposures[day] ?? 0
      if (value === null || weight === 0) continue
      count += value
      exposure += weight
    }
    return exposure === 0 ? null : count / exposure
  })

/** The last known close of each span; null if there is none, as on days without trading. */
export const closesOfBuckets = (
  days: MeasuredCorrelation['days'],
  buckets: readonly Bucket[],
): readonly (number | null)[] => {
  let at = 0
  return buckets.map(({ first, last }) => {
    let close: number | null = null
    for (; at < days.length && (days[at]?.day ?? '') <= last; at++)
      if ((days[at]?.day ?? '') >= first) close = days[at]?.close ?? close
    return close
  })
}

/** The sum of all signals on each day, for the strip: a gap adds nothing. */
export const togetherByDay = (signals: readonly ComparedSignal[]): readonly number[] =>
  (signals[0]?.values ?? []).map((_, day) => signals.reduce((sum, { values }) => sum + (values[day] ?? 0), 0))
