import type { AttentionSeries, CoverageGroup, TonePoint, VolumePoint, SignalReport } from '@auspex/sdk'
import type { ChartColumn, ChartSeries } from '../../../ui/charts/chart-model.ts'
import { formatPlural, formatCount, formatShare } from '../../../lib/numbers/format.ts'
import { toneOrder } from '../../../lib/words/words.ts'
import { type Bucket, bucketOf, bucketTitle, type Grain } from '../../../lib/time/buckets.ts'
import { daysBetween } from '../../../lib/time/dates.ts'

/** The measure of the chart: documents, stories or outlets, or the share of all documents of the sources. */
export type Measure = 'count' | 'stories' | 'outlets' | 'share'

interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

/** The points that overlap the days between the two, inclusive. */
export const pointsWithin = <T extends Days>(points: readonly T[], first: string, last: string): readonly T[] =>
  points.filter(({ firstDay, lastDay }) => lastDay >= first && firstDay <= last)

export const toBuckets = (points: readonly Days[], interval: Grain): readonly Bucket[] =>
  points.map(({ firstDay, lastDay }) => bucketOf(firstDay, lastDay, interval))

/** A part of each column: the documents of some groups, or one figure of all. */
interface VolumeSeries extends ChartSeries {
  /** Indices in `volume.groups`; empty if the figure covers all groups together. */
  readonly groups: readonly number[]
}

/** How many groups have their own colour; more are indistinguishable in a stack. */
const maxGroups = 5
const groupColors = ['var(--chart-1)', 'var(--chart-3)', 'var(--chart-8)', 'var(--chart-5)', 'var(--chart-9)']
const otherColor = 'var(--tone-neutral)'

const wholeLabels: Record<Measure, string> = {
  count: 'Documents',
  stories: 'Stories',
  outlets: 'Outlets',
  share: 'Share of documents',
}

/**
 * The series stacked in the columns: the groups that have documents, the smallest merged into one. Stories and outlets can
 * belong to several groups, and a share covers all, so these are not stacked.
 */
export const seriesOf = (groups: readonly CoverageGroup[], measure: Measure): readonly VolumeSeries[] => {
  const whole: VolumeSeries = { key: measure, label: wholeLabels[measure], color: 'var(--chart-1)', groups: [] }
  const places = groups.flatMap(({ documents }, place) => (documents > 0 ? [place] : []))
  if (measure !== 'count' || places.length < 2) return [whole]
  const separatePlaces = places.length > maxGroups ? places.slice(0, maxGroups - 1) : places
  const others = places.slice(separatePlaces.length)
  const series = separatePlaces.map((place, index): VolumeSeries => {
    const { label } = groups[place] as CoverageGroup
    return { key: label, label, color: groupColors[index] ?? otherColor, groups: [place] }
  })
  return others.length === 0
    ? series
    : [...series, { key: 'others', label: 'other sources', color: otherColor, groups: others }]
}

const fields = { count: 'documents', stories: 'storyClusters', outlets: 'outlets', share: 'share' } as const

/** A column for each point; a point without documents that the sources of the topic do not cover is missing, never 0. */
export const volumeColumns = (
  points: readonly VolumePoint[],
  series: readonly VolumeSeries[],
  { measure, interval, today }: { readonly measure: Measure; readonly interval: Grain; readonly today: string },
): readonly ChartColumn[] =>
  points.map((point) => {
    const bucket = bucketOf(point.firstDay, point.lastDay, interval)
    const isCovered = point.coveredDays > 0
    const isMissing = !isCovered && point.documents === 0
    const isRunning = point.lastDay >= today
    const uncovered = daysBetween(point.firstDay, point.lastDay) - point.coveredDays - (isRunning ? 1 : 0)
    const notes = [
      isRunning && 'today is not complete',
      uncovered > 0 && `${formatPlural(uncovered, 'day')} not covered by the sources that carry the topic`,
    ].filter((note) => note !== false)
    return {
      key: point.firstDay,
      title: bucketTitle(bucket, interval),
      // Documents on days that are not covered are pale as well: they do not indicate the level.
      partial: bucket.partial || !isCovered,
      values: series.map(({ groups }) => {
        if (isMissing) return null
        return groups.length === 0 ? point[fields[measure]] : sum(groups.map((place) => point.groups[place] ?? 0))
      }),
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Documents by tone of each bucket: counts, or shares of the whole bucket. */
export const toneColumns = (
  points: readonly TonePoint[],
  buckets: readonly Bucket[],
  { measure, interval }: { readonly measure: Measure; readonly interval: Grain },
): readonly ChartColumn[] => {
  const byDay = new Map(points.map((point) => [point.firstDay, point]))
  return buckets.map((bucket) => {
    const point = byDay.get(bucket.first)
    const counts = toneOrder.map((tone) => point?.[tone] ?? 0)
    const total = sum(counts)
    return {
      key: bucket.first,
      title: bucketTitle(bucket, interval),
      partial: bucket.partial,
      values: measure === 'share' ? counts.map((count) => (total === 0 ? null : count / total)) : counts,
    }
  })
}

/** A series of attention at each bucket; null if no day was reported. */
export const attentionValues = (
  { points }: { readonly points: AttentionSeries['points'] },
  buckets: readonly Bucket[],
): readonly (number | null)[] => {
  const byDay = new Map(points.map(({ firstDay, value }) => [firstDay, value]))
  return buckets.map(({ first }) => byDay.get(first) ?? null)
}

const words = { stories: 'By stories', outlets: 'By outlets', share: 'As a share of all documents' } as const
const findingFields = { stories: 'storyClusters', outlets: 'outlets', share: 'share' } as const
const places: Record<Grain, string> = { day: 'on ', week: 'in the ', month: 'in ' }

interface MeasuredPoints {
  points: readonly VolumePoint[]
  measure: Exclude<Measure, 'count'>
  interval: Grain
}

/**
 * When a chart of another measure than documents peaks. The finding of the report describes documents, whose peak may be
 * elsewhere. If several columns share the maximum, none is named.
 */
export const measureFinding = (
  { subject, title }: SignalReport['query'],
  { points, measure, interval }: MeasuredPoints,
): string => {
  const topic = (subject ?? title).replaceAll('"', '')
  const values = points.map((point) => point[findingFields[measure]] ?? 0)
  const maxValue = Math.max(0, ...values)
  const highest = points[values.indexOf(maxValue)]
  if (highest === undefined || maxValue === 0 || values.filter((value) => value === maxValue).length > 1)
    return `${words[measure]}: how much is said about ${topic}`
  const bucket = bucketOf(highest.firstDay, highest.lastDay, interval)
  const when = `${bucket.partial ? 'in ' : places[interval]}${bucketTitle(bucket, interval).replace(/^Week/u, 'week')}`
  const value = measure === 'share' ? formatShare(maxValue) : formatCount(maxValue)
  return `${words[measure]}, talk of ${topic} is highest ${when}, at ${value}`
}
