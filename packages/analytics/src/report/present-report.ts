import type {
  AttentionSection,
  SeriesInterval,
  SignalReport,
  ToneSection,
  VolumePoint,
  VolumeSection,
} from '@auspex/sdk/types'
import { addDays, countDays, mondayOf } from '@auspex/contract/days'
import {
  type DailyAttention,
  type DailyReport,
  type DailyTone,
  type DailyVolume,
  intervalFor,
  type VolumeDay,
} from './daily-report.ts'

/** Which points of a report's series to show; by default all, in the interval chosen for the span. */
export interface SeriesPart {
  interval?: SeriesInterval | undefined
  /** Widened to whole intervals. */
  from?: string | undefined
  to?: string | undefined
}

/** The report as sent, with its series in the interval chosen for its span. */
export function presentReport(report: DailyReport): SignalReport {
  const windowed = toWindow(report, {})
  return {
    ...report,
    volume: presentVolume(report.volume, windowed),
    tone: presentTone(report.tone, windowed),
    attention: presentAttention(report.attention, windowed),
  }
}

/** One of the sections that are series, in the requested interval and days. */
export function presentSeries(
  report: DailyReport,
  name: 'volume' | 'tone' | 'attention',
  part: SeriesPart,
): VolumeSection | ToneSection | AttentionSection {
  const windowed = toWindow(report, part)
  if (name === 'volume') return presentVolume(report.volume, windowed)
  return name === 'tone' ? presentTone(report.tone, windowed) : presentAttention(report.attention, windowed)
}

interface Window {
  interval: SeriesInterval
  /** First and last day of the points, clipped to the report's days. */
  firstDay: string
  lastDay: string
}

function toWindow({ firstDay, lastDay }: DailyReport, part: SeriesPart): Window {
  const { from = firstDay, to = lastDay } = part
  const within = { first: from > firstDay ? from : firstDay, last: to < lastDay ? to : lastDay }
  const interval = part.interval ?? intervalFor(countDays(within.first, within.last))
  const begin = beginOf(within.first, interval)
  const end = addDays(nextOf(beginOf(within.last, interval), interval), -1)
  return { interval, firstDay: begin > firstDay ? begin : firstDay, lastDay: end < lastDay ? end : lastDay }
}

/** The first day of the interval that contains `day`. */
export function beginOf(day: string, interval: SeriesInterval): string {
  if (interval === 'day') return day
  return interval === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
}

/** The first day of the interval after the one that begins on `begin`. */
export function nextOf(begin: string, interval: SeriesInterval): string {
  if (interval === 'month') return `${addDays(begin, 31).slice(0, 7)}-01`
  return addDays(begin, interval === 'week' ? 7 : 1)
}

/** The first day of the highest bar; empty when all bars are equal. */
export function highestBar(
  days: readonly VolumeDay[],
  interval: SeriesInterval,
  countOf: (day: VolumeDay) => number,
): string {
  const bars = new Map<string, number>()
  for (const day of days) {
    const count = countOf(day)
    if (count === 0) continue // most days of a rare topic
    const begin = beginOf(day.day, interval)
    bars.set(begin, (bars.get(begin) ?? 0) + count)
  }
  const [highest = ''] = [...bars].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return highest
}

interface Bucket<Day> {
  firstDay: string
  lastDay: string
  days: Day[]
}

/** Groups days, oldest first, by interval; omits intervals without a day. */
function bucketsOf<Day extends { day: string }>(days: readonly Day[], window: Window): Bucket<Day>[] {
  const buckets: Bucket<Day>[] = []
  let next = ''
  for (const day of days) {
    if (day.day < window.firstDay || day.day > window.lastDay) continue
    if (day.day >= next) {
      const begin = beginOf(day.day, window.interval)
      next = nextOf(begin, window.interval)
      const end = addDays(next, -1)
      buckets.push({
        firstDay: begin > window.firstDay ? begin : window.firstDay,
        lastDay: end < window.lastDay ? end : window.lastDay,
        days: [],
      })
    }
    buckets.at(-1)?.days.push(day)
  }
  return buckets
}

function presentVolume(volume: DailyVolume, window: Window): VolumeSection {
  const { days, weeks, months, before: _before, ...section } = volume
  const distinct = new Map(
    (window.interval === 'week' ? weeks : months).map((interval) => [interval.firstDay, interval]),
  )
  const isSampled = days.some(({ storyClusters }) => storyClusters === null)
  const points = bucketsOf(days, window).map((bucket) => {
    const only = window.interval === 'day' ? bucket.days[0] : undefined
    const { clusters = 0, outlets = 0 } = distinct.get(beginOf(bucket.firstDay, window.interval)) ?? {}
    const ofInterval = isSampled ? { storyClusters: null, outlets: null } : { storyClusters: clusters, outlets }
    return toPoint(bucket, only ?? ofInterval)
  })
  return { ...section, interval: window.interval, points }
}

function toPoint(
  { firstDay, lastDay, days }: Bucket<VolumeDay>,
  distinct: { storyClusters: number | null; outlets: number | null },
): VolumePoint {
  const documents = sumOf(days, (day) => day.documents)
  // the stories and outlets of the current week include documents dated on its remaining days
  const within = (count: number | null) => (count === null ? null : Math.min(count, documents))
  const total = days.every((day) => day.total === null) ? null : sumOf(days, (day) => day.total ?? 0)
  const matched = sumOf(days, (day) => (day.share ?? 0) * (day.total ?? 0))
  return {
    firstDay,
    lastDay,
    documents,
    storyClusters: within(distinct.storyClusters),
    outlets: within(distinct.outlets),
    total,
    share: total === null || total === 0 ? null : Math.min(1, roundShare(Math.round(matched) / total)),
    coveredDays: sumOf(days, ({ isCovered }) => Number(isCovered)),
    groups: (days[0]?.groups ?? []).map((_, group) => sumOf(days, ({ groups }) => groups[group] ?? 0)),
  }
}

function presentTone({ days, ...section }: DailyTone, window: Window): ToneSection {
  const points = bucketsOf(days, window).map(({ firstDay, lastDay, days: within }) => {
    const counts = {
      positive: sumOf(within, ({ positive }) => positive),
      neutral: sumOf(within, ({ neutral }) => neutral),
      negative: sumOf(within, ({ negative }) => negative),
      unknown: sumOf(within, ({ unknown }) => unknown),
    }
    const knownTones = counts.positive + counts.neutral + counts.negative
    const sum = sumOf(within, ({ mean, positive, neutral, negative }) => (mean ?? 0) * (positive + neutral + negative))
    return {
      firstDay,
      lastDay,
      ...counts,
      mean: knownTones === 0 ? null : Math.round((sum / knownTones) * 10_000) / 10_000,
    }
  })
  return { ...section, interval: window.interval, points }
}

function presentAttention({ series, ...section }: DailyAttention, window: Window): AttentionSection {
  return {
    ...section,
    interval: window.interval,
    series: series.map(({ points, ...one }) => ({
      ...one,
      points: bucketsOf(points, window).map(({ firstDay, lastDay, days }) => ({
        firstDay,
        lastDay,
        value: Math.round((sumOf(days, ({ value }) => value) / days.length) * 10) / 10,
      })),
    })),
  }
}

/** Six significant digits: more are noise, and this halves the response. */
function roundShare(share: number): number {
  return Number(share.toPrecision(6))
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += valueOf(item)
  return sum
}
