import type { VolumePoint, VolumeSection } from '@auspex/sdk'
import { bucketOf } from '../../../lib/buckets.ts'
import { daysBetween } from '../../../lib/dates.ts'

/** The point with the most documents; of equals the first. Null where there is none. */
export const peakOf = ({ points }: Pick<VolumeSection, 'points'>): VolumePoint | null =>
  points.reduce<VolumePoint | null>(
    (highest, point) => (point.documents > (highest?.documents ?? 0) ? point : highest),
    null,
  )

/**
 * The last whole interval of which every day is covered, so that its number is no part of one; not after the day that the
 * topic's own sources end on. Null where there is none.
 */
export const lastCoveredOf = (
  { points, interval }: Pick<VolumeSection, 'points' | 'interval'>,
  asOf: string,
): VolumePoint | null =>
  points.findLast(
    ({ firstDay, lastDay, coveredDays }) =>
      lastDay <= asOf &&
      coveredDays === daysBetween(firstDay, lastDay) &&
      !bucketOf(firstDay, lastDay, interval).partial,
  ) ?? null
