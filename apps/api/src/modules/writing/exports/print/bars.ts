import type { VolumeSection } from '@auspex/sdk/types'

/** One bar of a chart over time. */
export interface Bar {
  /** First day of its interval. */
  day: string
  documents: number
  /** Whether a source covers any of its days; otherwise few documents mean a gap, not silence. */
  isCovered: boolean
}

/** The points of a series as bars. */
export function toBars({ points }: VolumeSection): Bar[] {
  return points.map(({ firstDay, documents, coveredDays }) => ({
    day: firstDay,
    documents,
    isCovered: coveredDays > 0,
  }))
}
