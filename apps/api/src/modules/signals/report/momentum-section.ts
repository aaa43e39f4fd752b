import { momentum, type MomentumInput, type Stage, stage, type UnknownMomentumReason } from '@auspex/analytics'
import type { Estimate, MomentumSection, StageSection, VolumeDay } from '@auspex/sdk/types'
import { listDays } from './day-range.ts'

/** One day of the measured series, oldest first and none left out. */
export interface MeasuredDay {
  documents: number
  completeDocuments: number
  /** All documents of the day in complete sources; null when no measured source is complete. */
  total: number | null
}

/** Days of a window, longest first: four weeks even out the weekdays, one week serves a young series. */
const windows = [28, 7] as const
const limit = 1_000_000_000

const reasons: Record<UnknownMomentumReason, string> = {
  'series-too-short': 'The series is shorter than two windows of a week.',
  'no-coverage': 'One of the two windows has no day on which the sources were read.',
  'no-documents': 'No document matches in the two windows.',
  'exposure-below-count': 'The totals of the sources are smaller than what matched; they are being counted again.',
}

/**
 * Growth and stage of a signal. Shares of the sources' totals are compared when every matching document is of a complete
 * source, so that a source that grows or fades is no trend; counts otherwise.
 */
export function buildMomentum({ days, asOf }: { days: readonly MeasuredDay[]; asOf: string }): {
  momentum: MomentumSection
  stage: StageSection
} {
  const windowDays = windows.find((length) => days.length >= 2 * length) ?? 7
  const input = toInput(days, windowDays)
  const basis = input.exposure === undefined ? 'count' : 'share'
  const growthEstimate = momentum(input)
  const last = sumOf(days.slice(-windowDays))
  const before = sumOf(days.slice(-2 * windowDays, -windowDays))
  const ratio = 'unknown' in growthEstimate ? null : toEstimate(growthEstimate, { n: last + before, basis })
  return {
    momentum: {
      section: 'momentum',
      ratio,
      reason: 'unknown' in growthEstimate ? reasons[growthEstimate.unknown] : null,
      current: last,
      previous: before,
      windowDays,
      basis,
      asOf,
    },
    stage: buildStage(input, { ratio, unknown: 'unknown' in growthEstimate ? growthEstimate.unknown : null, last }),
  }
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

export interface MeasuredDaysInput {
  /** The days of the volume section. */
  days: readonly VolumeDay[]
  /** Matching documents of complete sources, by day; a day without any may be left out. */
  completeByDay: ReadonlyMap<string, number>
  /** First and last day of the measured sources in the library. */
  span: { firstDay: string } | null
  totals: ReadonlyMap<string, number> | null
}

/**
 * The series that growth is measured on. When all that matches is of complete sources, the days before the first match
 * are true zeros back to the library's first day; otherwise nobody knows what was said then, and the series begins with
 * the first match.
 */
export function measuredDays({ days, completeByDay, span, totals }: MeasuredDaysInput): MeasuredDay[] {
  const measured = days.map(({ day, documents, total }) => ({
    documents,
    completeDocuments: completeByDay.get(day) ?? 0,
    total,
  }))
  const first = days[0]?.day
  const isKnownBefore =
    totals !== null &&
    span !== null &&
    measured.every(({ documents, completeDocuments }) => documents === completeDocuments)
  if (!isKnownBefore || first === undefined || span.firstDay >= first) return measured
  const before = listDays(span.firstDay, first).slice(0, -1)
  return [...before.map((day) => ({ documents: 0, completeDocuments: 0, total: totals.get(day) ?? 0 })), ...measured]
}

/** Whether every matching document is of a complete source, so that shares of its totals can be compared. */
export function isShareSeries(days: readonly MeasuredDay[]): boolean {
  return days.every(({ documents, completeDocuments, total }) => total !== null && documents === completeDocuments)
}

function toInput(days: readonly MeasuredDay[], windowDays: number): MomentumInput {
  const counts = days.map(({ documents }) => documents)
  return isShareSeries(days) ? { counts, exposure: days.map(({ total }) => total), windowDays } : { counts, windowDays }
}

function buildStage(
  input: MomentumInput,
  { ratio, unknown, last }: { ratio: Estimate | null; unknown: UnknownMomentumReason | null; last: number },
): StageSection {
  const named = stage(input)
  if (named === null) {
    return { section: 'stage', stage: null, reason: unknown === null ? 'The stage cannot be told.' : reasons[unknown] }
  }
  const growth = ratio === null ? '' : `Momentum is ${round(ratio.value)} (${round(ratio.low)} to ${round(ratio.high)})`
  const because: Record<Stage, string> = {
    dormant: `${last} documents in the last ${input.windowDays} days: fewer than 3 are no level to speak of.`,
    emerging: `${growth}, above 1, and the median window before ran at a quarter of the present rate or less.`,
    rising: `${growth}: growth is certain, and the topic was there before.`,
    declining: `${growth}: it falls for certain.`,
    peaking: `${growth}: no certain change, and the last window is within 85 % of the highest one.`,
    steady: `${growth}: no certain change, and the level is not at its peak.`,
  }
  return { section: 'stage', stage: named, reason: because[named] }
}

function sumOf(days: readonly MeasuredDay[]): number {
  return days.reduce((sum, { documents }) => sum + documents, 0)
}

function clampRatio(value: number): number {
  return Math.min(limit, Math.max(0, value))
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2)
}
