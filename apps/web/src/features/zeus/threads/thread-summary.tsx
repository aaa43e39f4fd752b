import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { SummaryDialog } from '../../../ui/summary-dialog.tsx'
import { threadSummaryOptions } from '../zeus.queries.ts'

/** An extractive summary of the answers in a conversation. */
export const ThreadSummary = ({ threadId, onClose }: { threadId: string; onClose: () => void }) => (
  <SummaryDialog
    read={useQuery(threadSummaryOptions(useClient(), threadId))}
    toFailureMessage={(error) => describeFailure(error).message}
    empty="The conversation has no answers to summarize yet."
    onClose={onClose}
  />
)
