import type { Estimate, MomentumSection, StageSection } from '@auspex/sdk/types'
import { type CoveredSeries, toComparable } from './covered-series.ts'
import { type HiddenRatioReason, showableRatio, whyRatioIsHidden } from './interval.ts'
import { momentum, type MomentumInput, type Stage, stage, type UnknownMomentumReason } from './momentum.ts'

/** Window lengths in days, longest first: four weeks even out the weekdays, one week suits a young series. */
const windows = [28, 7] as const
const maxValue = 1_000_000_000
/** Why a ratio is not reported although there are enough stories. */
export const unevenWindows = 'The pieces are too unevenly spread over the two windows to state a ratio.'

const reasons: Record<UnknownMomentumReason, string> = {
  'series-too-short': 'The series is shorter than two windows of a week.',
  'no-coverage': 'One of the two windows has no covered day.',
  'no-documents': 'There are no pieces in the two windows.',
  'exposure-below-count': 'The totals of the sources are smaller than the matches; they are being recounted.',
}

/** Whether both windows could be counted at all: a count of 0 on unknown days means nothing. */
export function hasTwoWindows({ reason }: MomentumSection): boolean {
  return reason === null || !Object.values(reasons).includes(reason)
}

const omissionReasons: Record<HiddenRatioReason, string> = {
  'too-few': 'The two windows have too few pieces to state a ratio.',
  'too-wide': unevenWindows,
}

/** What was counted of a topic day by day. */
export interface ComparableTopic {
  /** The stories that can be compared over time; null when there are none. */
  series: CoveredSeries | null
  asOf: string
  /** All documents and stories of each day, by group. */
  groups: readonly { counts: DayCounts; stories: DayCounts }[]
}

type DayCounts = Int32Array | Float64Array

/**
 * Growth and stage of a signal as of the last covered day, in stories on the days that its groups cover. When every group that holds the topic is
 * complete, shares of each group's total are compared, so that a growing or fading source is not taken for a trend; otherwise counts are compared.
 */
export function buildMomentum({ series, asOf, groups }: ComparableTopic): {
  momentum: MomentumSection
  stage: StageSection
} {
  const { basis, ...days } = series ?? { counts: [], exposure: [], basis: 'count' }
  const { counts, exposure } = toComparable(days)
  const windowDays = windows.find((length) => counts.length >= 2 * length) ?? 7
  const input = { counts, exposure, windowDays }
  const growthEstimate = momentum(input)
  // over all days, covered or not, to match the list that the number opens
  const sumOf = (measure: 'counts' | 'stories', from: number, to: number) =>
    groups.reduce((sum, group) => sum + sumDays(group[measure], Math.max(0, from), Math.max(0, to)), 0)
  const end = counts.length
  const windowOf = (measure: 'counts' | 'stories') => ({
    last: sumOf(measure, end - windowDays, end),
    before: sumOf(measure, end - 2 * windowDays, end - windowDays),
  })
  const documents = windowOf('counts')
  const { last, before } = windowOf('stories')
  const unknown = 'unknown' in growthEstimate ? growthEstimate.unknown : null
  const estimate = 'unknown' in growthEstimate ? null : toEstimate(growthEstimate, { n: last + before, basis })
  const ratio = showableRatio(estimate)
  const reason = unknown === null ? reasonForOmission(estimate) : reasons[unknown]
  return {
    momentum: {
      section: 'momentum',
      ratio,
      reason,
      current: documents.last,
      previous: documents.before,
      stories: last,
      previousStories: before,
      windowDays,
      basis,
      asOf,
    },
    stage: buildStage(input, { ratio, reason, last, before, asOf, basis }),
  }
}

/** Why an estimate is not shown; null where it is. */
function reasonForOmission(estimate: Estimate | null): string | null {
  const omission = estimate === null ? null : whyRatioIsHidden(estimate)
  return omission === null ? null : omissionReasons[omission]
}

/** A ratio with its interval, as the contract writes it. */
export function toEstimate(
  growthEstimate: { ratio: number; low: number; high: number },
  { n, basis }: { n: number; basis: 'share' | 'count' },
): Estimate {
  const method = `quasi-Poisson log ratio of ${basis === 'share' ? 'shares' : 'counts'}`
  return {
    value: clampRatio(growthEstimate.ratio),
    low: clampRatio(growthEstimate.low),
    high: clampRatio(growthEstimate.high),
    n,
    method,
  }
}

function buildStage(
  input: MomentumInput,
  {
    ratio,
    reason,
    last,
    before,
    asOf,
    basis,
  }: {
    ratio: Estimate | null
    reason: string | null
    last: number
    before: number
    asOf: string
    basis: 'share' | 'count'
  },
): StageSection {
  const stageName = stage(input)
  // a growth or fall seen in too few stories is not enough to name a stage
  const isReported = ratio !== null || reason !== omissionReasons['too-few'] || !isOfChange(stageName)
  const named = isReported ? stageName : null
  if (named === null) return { section: 'stage', stage: null, asOf, reason: reason ?? 'The stage is unknown.' }
  const growth =
    ratio === null
      ? `${describePieces(last)} in the last ${input.windowDays} covered days, ${before} in those before`
      : `Momentum is ${round(ratio.value)} (${round(ratio.low)} to ${round(ratio.high)})`
  // a share also falls when more of other things was collected
  const it = basis === 'share' ? 'its share of what was collected' : 'it'
  const because: Record<Stage, string> = {
    dormant: `${describePieces(last)} in the last ${input.windowDays} covered days: fewer than 3 are no level to speak of.`,
    emerging: `${growth}: ${it} grows for certain, and the median window before ran at a quarter of the present rate or less.`,
    rising: `${growth}: ${it} grows for certain, and the topic was there before.`,
    declining: `${growth}: ${it} falls for certain.`,
    peaking: `${growth}: no certain change, and the last window is within 85% of the highest one.`,
    steady: `${growth}: no certain change, and the level is not at its peak.`,
  }
  return { section: 'stage', stage: named, asOf, reason: because[named] }
}

/** Whether a stage is defined by a growth ratio. */
function isOfChange(name: Stage | null): boolean {
  return name === 'emerging' || name === 'rising' || name === 'declining'
}

function describePieces(count: number): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'}`
}

function sumDays(counts: DayCounts, from: number, to: number): number {
  let sum = 0
  for (const count of counts.subarray(from, to)) sum += count
  return sum
}

function clampRatio(value: number): number {
  return Math.min(maxValue, Math.max(0, value))
}

function round(value: number): string {
  // a significant difference from 1 must not be rounded away
  const digits = Number(value.toPrecision(2)) === 1 && value !== 1 ? 4 : 2
  return value >= 100 ? value.toFixed(0) : value.toPrecision(digits)
}
