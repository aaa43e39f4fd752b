import type { SeriesInterval, VolumeSection } from '@auspex/sdk/types'

/** One bar of a chart over time. */
export interface Bar {
  /** First day of its interval. */
  day: string
  /** Null where no source covers a day of it: a gap, and no silence. */
  documents: number | null
}

/** The series of a report as bars, in the interval that its span merits. */
export function toBars({ interval, points }: Pick<VolumeSection, 'interval' | 'points'>): {
  unit: SeriesInterval
  bars: Bar[]
} {
  return {
    unit: interval,
    bars: points.map(({ firstDay, documents, coveredDays }) => ({
      day: firstDay,
      documents: coveredDays === 0 && documents === 0 ? null : documents,
    })),
  }
}
