import type {
  AttentionSeries,
  CoverageGroup,
  DocumentKind,
  InflectionMarker,
  TonePoint,
  VolumePoint,
  SignalReport,
} from '@auspex/sdk'
import type { ChartLevel } from '../../../ui/charts/column-chart.tsx'
import { type ChartColumn, type ChartSeries, stackTotal } from '../../../ui/charts/chart-model.ts'
import { formatPlural, formatCount, formatShare } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { colorOfKind, kindGroupWords, toneOrder } from '../../../lib/words/words.ts'
import { columnPositionOf, nameOfGroup } from './coverage-marks.ts'
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

/** How many kinds have their own colour; more are indistinguishable in a stack. */
const maxKinds = 5
const otherColor = 'var(--tone-neutral)'

const wholeLabels: Record<Measure, string> = {
  count: 'Documents',
  stories: 'Pieces',
  outlets: 'Outlets',
  share: 'Share of documents',
}

/** The groups with documents by their kind, each kind a series of its own: archives of one kind are one. */
export const kindsOf = (groups: readonly CoverageGroup[]): readonly VolumeSeries[] => {
  const byKind = new Map<DocumentKind, number[]>()
  groups.forEach(({ kind, documents }, place) => {
    if (documents > 0) byKind.set(kind, [...(byKind.get(kind) ?? []), place])
  })
  return [...byKind].map(([kind, places]) => {
    const names = new Set(places.map((place) => nameOfGroup(groups[place]?.label ?? '', { hasYears: false })))
    const [name = kindGroupWords[kind]] = names
    return {
      key: kind,
      label: names.size === 1 ? name : kindGroupWords[kind],
      color: colorOfKind(kind),
      groups: places,
    }
  })
}

/**
 * The series stacked in the columns: the kinds of documents, the smallest merged into one. Stories and outlets can belong to
 * several kinds, and a share covers all, so these are not stacked.
 */
export const seriesOf = (groups: readonly CoverageGroup[], measure: Measure): readonly VolumeSeries[] => {
  const kinds = kindsOf(groups)
  const [only] = kinds
  const wholeSeries: VolumeSeries = { key: measure, label: wholeLabels[measure], color: 'var(--chart-1)', groups: [] }
  if (measure !== 'count') return [wholeSeries]
  if (kinds.length < 2) return [{ ...wholeSeries, color: only?.color ?? wholeSeries.color }]
  const separate = kinds.length > maxKinds ? kinds.slice(0, maxKinds - 1) : kinds
  const others = kinds.slice(separate.length).flatMap((one) => one.groups)
  return others.length === 0
    ? separate
    : [...separate, { key: 'others', label: 'other kinds', color: otherColor, groups: others }]
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

/** A level of fewer columns says nothing that these do not show themselves. */
const minLevelColumns = 3

/** The middle of some values; null of too few. */
const medianOf = (values: readonly number[]): number | null => {
  if (values.length < minLevelColumns) return null
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/**
 * The usual level between changes of level: the median of the whole columns between two of them, so that a spike does not
 * raise it. Empty if no change lies within the points.
 */
export const levelsOf = (
  points: readonly VolumePoint[],
  columns: readonly ChartColumn[],
  changes: readonly InflectionMarker[],
): readonly ChartLevel[] => {
  const [firstDay, lastDay] = [points[0]?.firstDay ?? '', points.at(-1)?.lastDay ?? '']
  const days = changes.flatMap(({ kind, day }) => (kind === 'shift' && day > firstDay && day <= lastDay ? [day] : []))
  if (days.length === 0) return []
  const totals = columns.map(({ values, partial }) => (partial ? null : stackTotal(values)))
  const knownIndexes = totals.flatMap((total, index) => (total === null ? [] : [index]))
  const [start, end] = [knownIndexes[0] ?? 0, (knownIndexes.at(-1) ?? -1) + 1]
  return [firstDay, ...days.toSorted()].flatMap((since, index, all): ChartLevel[] => {
    const until = all[index + 1]
    const isInside = ({ firstDay: first, lastDay: last }: VolumePoint) =>
      first >= since && (until === undefined || last < until)
    const level = medianOf(
      points.flatMap((point, at) => (isInside(point) ? [totals[at] ?? null] : [])).filter((total) => total !== null),
    )
    const first = Math.max(start, columnPositionOf(since, points))
    const last = Math.min(end, until === undefined ? points.length : columnPositionOf(until, points))
    if (level === null || last <= first) return []
    return [{ first, last, value: level, ...(index > 0 && { since: formatDay(since) }) }]
  })
}

const words = { stories: 'By pieces', outlets: 'By outlets', share: 'As a share of all documents' } as const
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
