import type { VolumeSection } from '@auspex/sdk/types'

/** One bar of a chart over time. */
export interface Bar {
  /** First day of its interval. */
  day: string
  documents: number
  /** Whether a source covers a day of it; where none does, few documents are a gap, and no silence. */
  isCovered: boolean
}

/** The points of a series as bars. */
export function toBars({ points }: Pick<VolumeSection, 'points'>): Bar[] {
  return points.map(({ firstDay, documents, coveredDays }) => ({
    day: firstDay,
    documents,
    isCovered: coveredDays > 0,
  }))
}
