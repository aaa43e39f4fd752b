import { type AuspexClient, deleteZeusReport, listZeusReports, restoreZeusReport, type ZeusReport } from '@auspex/sdk'
import {
  getMeQueryOptions,
  getZeusReportSummaryQueryOptions,
  getZeusReportVersionQueryOptions,
  listZeusReportsQueryKey,
  listZeusReportsQueryOptions,
  listZeusReportVersionsQueryOptions,
} from '@auspex/sdk/react'
import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { byPage, type QueryTools } from '../../lib/api/query.ts'

const perPage = 30

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** The person's reports, page by page, most recently changed first. */
export const reportsOptions = (client: AuspexClient, searchTerm: string) => {
  const filter = searchTerm === '' ? {} : { searchTerm }
  return infiniteQueryOptions({
    queryKey: [...listZeusReportsQueryKey(client, filter), 'pages'],
    queryFn: ({ signal, pageParam }) => listZeusReports({ ...filter, page: pageParam, perPage }, { client, signal }),
    ...byPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One report; null if there is none, according to the list. */
export const reportOptions = (client: AuspexClient, reportId: string) => ({
  ...listZeusReportsQueryOptions({ id: reportId }, { request: { client }, query: { staleTime: 0 } }),
  select: ({ items }: { readonly items: readonly ZeusReport[] }): ZeusReport | null => items[0] ?? null,
})

export const versionsOptions = (client: AuspexClient, reportId: string) =>
  listZeusReportVersionsQueryOptions(reportId, { perPage: 100 }, { request: { client }, query: { staleTime: 0 } })

export const versionOptions = (client: AuspexClient, reportId: string, revision: number) =>
  getZeusReportVersionQueryOptions(reportId, revision, { request: { client } })

export const summaryOptions = (client: AuspexClient, reportId: string) =>
  getZeusReportSummaryQueryOptions({ reportId }, { request: { client }, query: { staleTime: 0 } })

/** Invalidates every list, and each open report. */
export const invalidateReports = ({ client, queryClient }: QueryTools): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listZeusReportsQueryKey(client) })

/** Deletes a report; the server retains it, so undo is a second call. */
const sendReportDeletion = async (tools: QueryTools, reportId: string): Promise<void> => {
  await deleteZeusReport({ reportId }, { client: tools.client })
  await invalidateReports(tools)
}

const sendReportRestoration = async (tools: QueryTools, reportId: string): Promise<void> => {
  await restoreZeusReport({ reportId }, { client: tools.client })
  await invalidateReports(tools)
}

/** Deletes a report immediately; the notice offers undo. Resolves to whether it was deleted. */
export const useDeleteReport = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const tools = { client, queryClient }
  const reportFailure = (error: unknown) => {
    tell(failureSentences(error))
  }
  return async ({ id, title }: { readonly id: string; readonly title: string }): Promise<boolean> => {
    try {
      await sendReportDeletion(tools, id)
    } catch (error) {
      reportFailure(error)
      return false
    }
    tell(`“${title}” was deleted. Its share links no longer work.`, [
      { label: 'Undo', run: () => void sendReportRestoration(tools, id).catch(reportFailure) },
    ])
    return true
  }
}
