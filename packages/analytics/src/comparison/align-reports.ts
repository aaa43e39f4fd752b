import { listDays } from '@auspex/contract/days'
import type { ComparisonBasis } from '@auspex/sdk/types'
import type { DailyReport, ToneDay, VolumeDay } from '../report/daily-report.ts'
import type { CountedDays } from '../series/momentum.ts'
import type { DailyMeans } from './comparison.ts'

/** The days over which all lines are drawn. */
export interface Calendar {
  firstDay: string
  lastDay: string
}

/** A signal on the calendar of a comparison, before the days are selected. */
export interface AlignedSignal {
  report: DailyReport
  /** By basis: the count of each day of the calendar and its denominator, null where unknown. */
  series: Record<ComparisonBasis, Required<CountedDays>>
  tone: DailyMeans
}

/** Aligns the days of reports on one calendar, from the earliest first day to the latest last day. */
export function alignReports(reports: readonly DailyReport[]): { calendar: Calendar; signals: AlignedSignal[] } {
  const calendar = {
    firstDay: reports.map(({ firstDay }) => firstDay).reduce((a, b) => (a < b ? a : b)),
    lastDay: reports.map(({ lastDay }) => lastDay).reduce((a, b) => (a > b ? a : b)),
  }
  const days = listDays(calendar.firstDay, calendar.lastDay)
  const signals = reports.map((report) => {
    const daysByDate = knownDays(report, reports)
    const volume = days.map((day) => daysByDate.get(day) ?? null)
    return {
      report,
      series: {
        documents: daily(volume, ({ documents }) => documents),
        stories: daily(volume, ({ storyClusters }) => storyClusters),
        outlets: daily(volume, ({ outlets }) => outlets),
        share: {
          counts: volume.map((day) => matchedOf(day)),
          exposure: volume.map((day) => day?.total ?? 0),
        },
      },
      tone: toneOf(report.tone.days, days),
    }
  })
  return { calendar, signals }
}

/**
 * The days on which a signal's count is known. A day that no group covers is a gap. Before the first match the count is 0 if every match is from a
 * complete source, the outlets that carry the signal were read that day, and another report of the same sources has the total; otherwise it is
 * unknown.
 */
function knownDays(report: DailyReport, reports: readonly DailyReport[]): Map<string, VolumeDay> {
  const { volume, firstDay, query } = report
  const coveredDays = new Map(volume.days.filter((day) => !isGap(day)).map((day) => [day.day, day]))
  if (!volume.days.every((day) => isGap(day) || matchedOf(day) === day.documents)) return coveredDays
  for (const other of reports) {
    if (!hasSameSources(other, report)) continue
    for (const { day, total } of other.volume.days) {
      const isBefore =
        day < firstDay &&
        (query.startDate === null || day >= query.startDate) &&
        volume.before.some((span) => span.firstDay <= day && day <= span.lastDay)
      if (isBefore && total !== null && total > 0)
        coveredDays.set(day, {
          day,
          documents: 0,
          storyClusters: 0,
          firstTellings: 0,
          outlets: 0,
          total,
          share: 0,
          isCovered: true,
          groups: [],
        })
    }
  }
  return coveredDays
}

/** No group covers that day: its documents are stragglers. */
function isGap({ isCovered }: VolumeDay): boolean {
  return !isCovered
}

function hasSameSources(one: DailyReport, other: DailyReport): boolean {
  return one.query.sources.toSorted().join() === other.query.sources.toSorted().join()
}

/** Matching documents of complete sources: null when no complete source is measured. */
function matchedOf(day: VolumeDay | null): number | null {
  return day === null || day.total === null || day.share === null ? null : Math.round(day.share * day.total)
}

function daily(
  days: readonly (VolumeDay | null)[],
  countOf: (day: VolumeDay) => number | null,
): AlignedSignal['series']['documents'] {
  return { counts: days.map((day) => (day === null ? null : countOf(day))), exposure: days.map(() => 1) }
}

function toneOf(toneDays: readonly ToneDay[], days: readonly string[]): DailyMeans {
  const byDay = new Map(toneDays.map((day) => [day.day, day]))
  const dayCounts = days.map((day) => byDay.get(day))
  return {
    means: dayCounts.map((day) => day?.mean ?? null),
    weights: dayCounts.map((day) => (day === undefined ? 0 : day.positive + day.neutral + day.negative)),
  }
}
