import type { DailyReport, IntervalFacts, ToneDay, VolumeDay } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import { calendarOf } from './report/day-range.ts'

type StoredVolumeDay = [
  documents: number,
  storyClusters: number | null,
  firstTellings: number,
  outlets: number | null,
  total: number | null,
  share: number | null,
  isCovered: 0 | 1,
  ...groups: number[],
]
type StoredToneDay = [
  day: string,
  positive: number,
  neutral: number,
  negative: number,
  unknown: number,
  mean: number | null,
]
type StoredInterval = [firstDay: string, clusters: number, outlets: number]

/** The daily series of a report, whose own text shows longer intervals. Stored as tuples, because field names would be most of the text. */
interface StoredSeries {
  days: StoredVolumeDay[]
  before: [firstDay: string, lastDay: string][]
  weeks: StoredInterval[]
  months: StoredInterval[]
  tone: StoredToneDay[]
  /** The points of each series of attention. */
  attention: [day: string, value: number][][]
}

export function serializeSeries({ volume, tone, attention }: DailyReport): string {
  const intervals = (all: readonly IntervalFacts[]) =>
    all.map(({ firstDay, clusters, outlets }): StoredInterval => [firstDay, clusters, outlets])
  return JSON.stringify({
    days: volume.days.map((day): StoredVolumeDay => [
      day.documents,
      day.storyClusters,
      day.firstTellings,
      day.outlets,
      day.total,
      day.share,
      day.isCovered ? 1 : 0,
      ...day.groups,
    ]),
    before: volume.before.map(({ firstDay, lastDay }): [string, string] => [firstDay, lastDay]),
    weeks: intervals(volume.weeks),
    months: intervals(volume.months),
    tone: tone.days.map((day): StoredToneDay => [
      day.day,
      day.positive,
      day.neutral,
      day.negative,
      day.unknown,
      day.mean,
    ]),
    attention: attention.series.map(({ points }) => points.map(({ day, value }): [string, number] => [day, value])),
  } satisfies StoredSeries)
}

/** Restores the daily report from its two texts. */
export function restoreReport(body: string, series: string): DailyReport {
  // this module wrote both
  const report = JSON.parse(body) as SignalReport
  const storedSeries = JSON.parse(series) as StoredSeries
  const calendar = calendarOf(report.firstDay, report.lastDay).days
  const { points: _points, interval: _interval, ...volume } = report.volume
  const { points: _tonePoints, interval: _toneInterval, ...tone } = report.tone
  const { interval: _attentionInterval, ...attention } = report.attention
  const intervals = (all: readonly StoredInterval[]) =>
    all.map(([firstDay, clusters, outlets]): IntervalFacts => ({ firstDay, clusters, outlets }))
  return {
    ...report,
    volume: {
      ...volume,
      days: storedSeries.days.map(
        ([documents, storyClusters, firstTellings, outlets, total, share, isCovered, ...groups], index): VolumeDay => ({
          day: calendar[index] ?? report.lastDay,
          documents,
          storyClusters,
          firstTellings,
          outlets,
          total,
          share,
          isCovered: isCovered === 1,
          groups,
        }),
      ),
      before: storedSeries.before.map(([firstDay, lastDay]) => ({ firstDay, lastDay })),
      weeks: intervals(storedSeries.weeks),
      months: intervals(storedSeries.months),
    },
    tone: {
      ...tone,
      days: storedSeries.tone.map(([day, positive, neutral, negative, unknown, mean]): ToneDay => ({
        day,
        positive,
        neutral,
        negative,
        unknown,
        mean,
      })),
    },
    attention: {
      ...attention,
      series: attention.series.map((attentionSeries, index) => ({
        ...attentionSeries,
        points: (storedSeries.attention[index] ?? []).map(([day, value]) => ({ day, value })),
      })),
    },
  }
}
