import type { ZeusReport } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { SummaryDialog } from '../../../ui/summary-dialog.tsx'
import { summaryOptions } from '../reports.queries.ts'

/** An extractive summary of the saved report. */
export const ReportSummary = ({ report, onClose }: { report: ZeusReport; onClose: () => void }) => (
  <SummaryDialog
    read={useQuery(summaryOptions(useClient(), report.id))}
    toFailureMessage={(error) => describeFailure(error).message}
    empty="The report has no sentences to summarize yet."
    onClose={onClose}
  />
)
