import type { DocumentPage, ListSignalDocumentsParams, SignalReport } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { signalReportOptions } from '../signals.queries.ts'

/** What arranges a list and leaves no document out of it. */
const arrangements = new Set(['fold', 'sort'])

/**
 * Asks for the report once more when the list of all its documents counts otherwise: documents that came, or were joined into stories, after the report was
 * measured would give one page two numbers for one thing. A report that counted a sample stays as it is.
 */
export const useReportAsListed = (
  { signalId, counts }: SignalReport,
  params: ListSignalDocumentsParams,
  page: DocumentPage | undefined,
): void => {
  const client = useClient()
  const queryClient = useQueryClient()
  const compare = useEffectEvent(({ totals }: DocumentPage) => {
    const isWhole = Object.keys(params).every((name) => arrangements.has(name))
    if (!isWhole || counts.sampled || totals === undefined) return
    const isSame =
      totals.documents === counts.documents &&
      (counts.storyClusters === null || totals.stories === counts.storyClusters)
    if (!isSame) void queryClient.invalidateQueries({ queryKey: signalReportOptions(client, signalId).queryKey })
  })
  useEffect(() => {
    if (page) compare(page)
  }, [page])
}
