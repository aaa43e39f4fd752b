import type { VolumeSection } from '@auspex/sdk/types'

/** One bar of a chart over time. */
export interface Bar {
  /** First day of its interval. */
  day: string
  /** Null where no source covers a day of it: a gap, and no silence. */
  documents: number | null
}

/** The points of a series as bars. */
export function toBars({ points }: Pick<VolumeSection, 'points'>): Bar[] {
  return points.map(({ firstDay, documents, coveredDays }) => ({
    day: firstDay,
    documents: coveredDays === 0 && documents === 0 ? null : documents,
  }))
}
