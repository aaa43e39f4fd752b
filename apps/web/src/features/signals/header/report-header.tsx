import { Group } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { Question } from '../question/question.tsx'
import type { SeriesRange } from '../series/use-series-range.ts'
import { ReportActions } from './report-actions.tsx'

/** What is asked, and what can be done with the answer. */
export const ReportHeader = ({ report, range }: { report: SignalReport; range: SeriesRange }) => (
  <Group component="header" gap="12px 24px" justify="space-between">
    <Question report={report} range={range} />
    <ReportActions report={report} />
  </Group>
)
