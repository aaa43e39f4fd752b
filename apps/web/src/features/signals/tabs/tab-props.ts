import type { SignalReport } from '@auspex/sdk'
import type { SeriesRange } from '../series/use-series-range.ts'

export interface TabProps {
  report: SignalReport
  range: SeriesRange
}
