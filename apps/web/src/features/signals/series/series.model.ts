import type { AttentionSeries, CoverageGroup, TonePoint, VolumePoint } from '@auspex/sdk'
import type { ChartColumn, ChartSeries } from '../../../ui/charts/chart-model.ts'
import { formatPlural } from '../../../lib/format.ts'
import { toneOrder } from '../../../lib/words.ts'
import { type Bucket, bucketOf, bucketTitle, type Grain } from '../../../lib/buckets.ts'
import { daysBetween } from '../../../lib/dates.ts'

/** What the chart shows: documents, stories or outlets, or the share of all documents of the sources. */
export type Measure = 'count' | 'stories' | 'outlets' | 'share'

interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

/** The points that have a day between the two, both included. */
export const pointsWithin = <T extends Days>(points: readonly T[], first: string, last: string): readonly T[] =>
  points.filter(({ firstDay, lastDay }) => lastDay >= first && firstDay <= last)

export const toBuckets = (points: readonly Days[], interval: Grain): readonly Bucket[] =>
  points.map(({ firstDay, lastDay }) => bucketOf(firstDay, lastDay, interval))

/** A part of each column: the documents of some groups, or one figure of all. */
export interface VolumeSeries extends ChartSeries {
  /** Places in `volume.groups`; none where the figure is of all groups together. */
  readonly groups: readonly number[]
}

/** Groups that have a colour of their own; eyes tell no more apart in a stack. */
const mostGroups = 5
const groupColors = ['var(--chart-1)', 'var(--chart-3)', 'var(--chart-8)', 'var(--chart-5)', 'var(--chart-9)']
const otherColor = 'var(--tone-neutral)'

const wholeLabels: Record<Measure, string> = {
  count: 'Documents',
  stories: 'Stories',
  outlets: 'Outlets',
  share: 'Share of documents',
}

/**
 * What the columns are stacked from: the groups that have documents, the smallest folded into one. Stories and outlets can
 * stand in several groups, and a share is of all, so these are not stacked.
 */
export const seriesOf = (groups: readonly CoverageGroup[], measure: Measure): readonly VolumeSeries[] => {
  const whole: VolumeSeries = { key: measure, label: wholeLabels[measure], color: 'var(--chart-1)', groups: [] }
  const places = groups.flatMap(({ documents }, place) => (documents > 0 ? [place] : []))
  if (measure !== 'count' || places.length < 2) return [whole]
  const shown = places.length > mostGroups ? places.slice(0, mostGroups - 1) : places
  const others = places.slice(shown.length)
  const series = shown.map((place, index): VolumeSeries => {
    const { label } = groups[place] as CoverageGroup
    return { key: label, label, color: groupColors[index] ?? otherColor, groups: [place] }
  })
  return others.length === 0
    ? series
    : [...series, { key: 'others', label: 'other sources', color: otherColor, groups: others }]
}

const fields = { count: 'documents', stories: 'storyClusters', outlets: 'outlets', share: 'share' } as const

/** A column for each point; a point that no source covers and that holds nothing is missing, never 0. */
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
      isRunning && 'today is not over',
      uncovered > 0 && `${formatPlural(uncovered, 'day')} not covered by any source`,
    ].filter((note) => note !== false)
    return {
      key: point.firstDay,
      title: bucketTitle(bucket, interval),
      // Stragglers of days that no source covers are pale as well: they say nothing about the level.
      partial: bucket.partial || !isCovered,
      values: series.map(({ groups }) => {
        if (isMissing) return null
        return groups.length === 0 ? point[fields[measure]] : sum(groups.map((place) => point.groups[place] ?? 0))
      }),
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Documents by tone of each bucket: counts, or parts of the whole bucket. */
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

/** A series of attention at each bucket; null where no day was reported. */
export const attentionValues = (
  { points }: Pick<AttentionSeries, 'points'>,
  buckets: readonly Bucket[],
): readonly (number | null)[] => {
  const byDay = new Map(points.map(({ firstDay, value }) => [firstDay, value]))
  return buckets.map(({ first }) => byDay.get(first) ?? null)
}
