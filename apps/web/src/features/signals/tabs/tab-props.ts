import type { SignalReport } from '@auspex/sdk'
import type { SeriesRange } from '../series/use-series.ts'

export interface TabProps {
  /** The report of all days. */
  report: SignalReport
  /** The report of the chosen days; the same if none are chosen. */
  days: SignalReport
  range: SeriesRange
}
