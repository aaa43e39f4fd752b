import type { CountedDays, DailyMeans } from '@auspex/analytics'
import { listDays } from '@auspex/contract/days'
import type { ComparisonBasis } from '@auspex/sdk/types'
import type { DailyReport, ToneDay, VolumeDay } from '../signals/index.ts'

/** The days that all lines are drawn over. */
export interface Calendar {
  firstDay: string
  lastDay: string
}

/** A signal on the calendar of a comparison, before the days are chosen. */
export interface AlignedSignal {
  report: DailyReport
  /** By basis: what is counted each day of the calendar, null where it is not known, out of how much. */
  series: Record<ComparisonBasis, Required<CountedDays>>
  tone: DailyMeans
}

/** Puts the days of reports on one calendar, which reaches from the first day of any to the last day of any. */
export function alignReports(reports: readonly DailyReport[]): { calendar: Calendar; signals: AlignedSignal[] } {
  const calendar = {
    firstDay: reports.map(({ firstDay }) => firstDay).reduce((a, b) => (a < b ? a : b)),
    lastDay: reports.map(({ lastDay }) => lastDay).reduce((a, b) => (a > b ? a : b)),
  }
  const days = listDays(calendar.firstDay, calendar.lastDay)
  const signals = reports.map((report) => {
    const known = knownDays(report, reports)
    const volume = days.map((day) => known.get(day) ?? null)
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
 * The days on which a signal's count is known. A day that no group covers is a gap. Before the first match the count is 0 where every match
 * is of a complete source and another report of the same sources shows that they were read that day; else nobody knows.
 */
function knownDays(report: DailyReport, reports: readonly DailyReport[]): Map<string, VolumeDay> {
  const { volume, firstDay, query } = report
  const known = new Map(volume.days.filter((day) => !isGap(day)).map((day) => [day.day, day]))
  if (!volume.days.every((day) => isGap(day) || matchedOf(day) === day.documents)) return known
  for (const other of reports) {
    if (!hasSameSources(other, report)) continue
    for (const { day, total } of other.volume.days) {
      const isBefore = day < firstDay && (query.startDate === null || day >= query.startDate)
      if (isBefore && total !== null && total > 0)
        known.set(day, {
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
  return known
}

/** No group covers that day: what is there are stragglers. */
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
  const found = days.map((day) => byDay.get(day))
  return {
    means: found.map((day) => day?.mean ?? null),
    weights: found.map((day) => (day === undefined ? 0 : day.positive + day.neutral + day.negative)),
  }
}
