import type { SignalReport, VolumePoint } from '@auspex/sdk'
import { bucketOf, bucketTitle, type Grain } from '../../../lib/buckets.ts'
import { formatCount, formatShare } from '../../../lib/format.ts'
import type { Measure } from './series.model.ts'

const words = { stories: 'By stories', outlets: 'By outlets', share: 'As a share of all documents' } as const
const fields = { stories: 'storyClusters', outlets: 'outlets', share: 'share' } as const
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
  const values = points.map((point) => point[fields[measure]] ?? 0)
  const maxValue = Math.max(0, ...values)
  const highest = points[values.indexOf(maxValue)]
  if (highest === undefined || maxValue === 0 || values.filter((value) => value === maxValue).length > 1)
    return `${words[measure]}: how much is said about ${topic}`
  const bucket = bucketOf(highest.firstDay, highest.lastDay, interval)
  const when = `${bucket.partial ? 'in ' : places[interval]}${bucketTitle(bucket, interval).replace(/^Week/u, 'week')}`
  const value = measure === 'share' ? formatShare(maxValue) : formatCount(maxValue)
  return `${words[measure]}, talk of ${topic} is highest ${when}, at ${value}`
}
