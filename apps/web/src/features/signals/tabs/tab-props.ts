import type { SignalReport } from '@auspex/sdk'
import type { SeriesRange } from '../series/use-series-range.ts'

export interface TabProps {
  /** The report of all days. */
  report: SignalReport
  /** That of the chosen days; the same where none are chosen. */
  days: SignalReport
  range: SeriesRange
}
