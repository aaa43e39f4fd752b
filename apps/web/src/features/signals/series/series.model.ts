import type { AttentionSeries, ToneDay, VolumeDay } from '@auspex/sdk'
import type { ChartColumn } from '../../../ui/charts/chart-model.ts'
import { formatPlural } from '../../../lib/format.ts'
import { toneOrder } from '../../../lib/words.ts'
import { type Bucket, type Grain, bucketTitle } from '../../../lib/buckets.ts'

/** What the charts show: documents, stories or outlets, or the share of all documents of the sources. */
export type Measure = 'count' | 'stories' | 'outlets' | 'share'

/** The days of each bucket, in one walk over both. Days outside the buckets are left out. */
const groupDays = <T extends { readonly day: string }>(
  days: readonly T[],
  buckets: readonly Bucket[],
): readonly (readonly T[])[] => {
  const groups: T[][] = buckets.map(() => [])
  let index = 0
  for (const day of days) {
    while (index < buckets.length && day.day > (buckets[index]?.last ?? '')) index += 1
    const bucket = buckets[index]
    if (!bucket) break
    if (day.day >= bucket.first) groups[index]?.push(day)
  }
  return groups
}

/** A day on which a complete source holds nothing at all: a gap of the source, not silence about the topic. */
const isUncovered = (day: VolumeDay) => day.total === 0 && day.documents === 0

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

interface VolumeOptions {
  readonly measure: Measure
  readonly grain: Grain
  /** Days that the series' changes mark as gaps of the sources. */
  readonly isGap?: (day: string) => boolean
}

/** The measure of each bucket; null where nothing was measured. Stories and outlets are counted a day and added up. */
export const volumeColumns = (
  days: readonly VolumeDay[],
  buckets: readonly Bucket[],
  { measure, grain, isGap = () => false }: VolumeOptions,
): readonly ChartColumn[] =>
  groupDays(days, buckets).map((group, index) => {
    // The groups are made from these buckets, one for each.
    const bucket = buckets[index] as Bucket
    const covered = group.filter((day) => !isUncovered(day) && !(day.documents === 0 && isGap(day.day)))
    const gaps = group.length - covered.length
    return {
      key: bucket.first,
      title: bucketTitle(bucket, grain),
      partial: bucket.partial,
      values: [measure === 'share' ? shareOf(group) : covered.length === 0 ? null : countOf(covered, measure)],
      ...(gaps > 0 && { note: `${formatPlural(gaps, 'day')} without any document in the sources` }),
    }
  })

const fields = { count: 'documents', stories: 'storyClusters', outlets: 'outlets' } as const

/** Null when a day of it cannot be counted, as of a sample. */
const countOf = (group: readonly VolumeDay[], measure: keyof typeof fields): number | null => {
  const values = group.map((day) => day[fields[measure]]).filter((value) => value !== null)
  return values.length < group.length ? null : sum(values)
}

const shareOf = (group: readonly VolumeDay[]): number | null => {
  const measuredDays = group.filter((day) => day.share !== null && day.total !== null && day.total > 0)
  if (measuredDays.length === 0) return null
  const total = sum(measuredDays.map((day) => day.total ?? 0))
  return sum(measuredDays.map((day) => (day.share ?? 0) * (day.total ?? 0))) / total
}

/** Documents by tone of each bucket: counts, or parts of the whole bucket. */
export const toneColumns = (
  days: readonly ToneDay[],
  buckets: readonly Bucket[],
  { measure, grain }: { measure: Measure; grain: Grain },
): readonly ChartColumn[] =>
  groupDays(days, buckets).map((group, index) => {
    const bucket = buckets[index] as Bucket
    const counts = toneOrder.map((tone) => sum(group.map((day) => day[tone])))
    const total = sum(counts)
    return {
      key: bucket.first,
      title: bucketTitle(bucket, grain),
      partial: bucket.partial,
      values: measure === 'share' ? counts.map((count) => (total === 0 ? null : count / total)) : counts,
    }
  })

/** The mean of a series over the reported days of each bucket; null where no day was reported. */
export const attentionValues = (series: AttentionSeries, buckets: readonly Bucket[]): readonly (number | null)[] =>
  groupDays(series.points, buckets).map((group) =>
    group.length === 0 ? null : sum(group.map((point) => point.value)) / group.length,
  )
