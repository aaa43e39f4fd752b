import type { AttentionSeries, ToneDay, VolumeDay } from '@auspex/sdk'
import type { ChartColumn } from '../../../ui/charts/chart-model.ts'
import { formatPlural } from '../../../lib/format.ts'
import { toneOrder } from '../../../lib/words.ts'
import { type Bucket, type Grain, titleOf } from './buckets.ts'

export type Measure = 'count' | 'share'

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
const isGap = (day: VolumeDay) => day.total === 0 && day.documents === 0

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Documents of each bucket, or their share of all documents of the complete sources; null where nothing was measured. */
export const volumeColumns = (
  days: readonly VolumeDay[],
  buckets: readonly Bucket[],
  { measure, grain }: { measure: Measure; grain: Grain },
): readonly ChartColumn[] =>
  groupDays(days, buckets).map((group, index) => {
    // The groups are made from these buckets, one for each.
    const bucket = buckets[index] as Bucket
    const gaps = group.filter(isGap).length
    return {
      key: bucket.first,
      title: titleOf(bucket, grain),
      partial: bucket.partial,
      values: [
        measure === 'share' ? shareOf(group) : gaps === group.length ? null : sum(group.map((day) => day.documents)),
      ],
      ...(gaps > 0 && { note: `${formatPlural(gaps, 'day')} without any document in the sources` }),
    }
  })

const shareOf = (group: readonly VolumeDay[]): number | null => {
  const measured = group.filter((day) => day.share !== null && day.total !== null && day.total > 0)
  if (measured.length === 0) return null
  const total = sum(measured.map((day) => day.total ?? 0))
  return sum(measured.map((day) => (day.share ?? 0) * (day.total ?? 0))) / total
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
      title: titleOf(bucket, grain),
      partial: bucket.partial,
      values: measure === 'count' ? counts : counts.map((count) => (total === 0 ? null : count / total)),
    }
  })

/** The mean of a series over the reported days of each bucket; null where no day was reported. */
export const attentionValues = (series: AttentionSeries, buckets: readonly Bucket[]): readonly (number | null)[] =>
  groupDays(series.points, buckets).map((group) =>
    group.length === 0 ? null : sum(group.map((point) => point.value)) / group.length,
  )
