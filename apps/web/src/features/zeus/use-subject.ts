import { useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import type { Attachment } from './composer/attachment.ts'
import { portfolioOptions, projectOptions, reportOptions, savedReportOptions, storyOptions } from './zeus.queries.ts'
import type { ZeusSearch } from './zeus.search.ts'

/** What the address says a conversation is about, with names; null until they are known. What is gone or not for this person is left out. */
export const useSubject = ({
  signals,
  portfolio,
  project,
  story,
  report,
}: ZeusSearch): readonly Attachment[] | null => {
  const client = useClient()
  const ids = signals?.split(',') ?? []
  const reports = useQueries({ queries: ids.map((id) => ({ ...reportOptions(client, id), staleTime: Infinity })) })
  const portfolioQuery = useQuery({ ...portfolioOptions(client, portfolio ?? ''), enabled: portfolio !== undefined })
  const projectQuery = useQuery({ ...projectOptions(client, project ?? ''), enabled: project !== undefined })
  const storyQuery = useQuery({ ...storyOptions(client, story ?? ''), enabled: story !== undefined })
  const reportQuery = useQuery({ ...savedReportOptions(client, report ?? ''), enabled: report !== undefined })
  const savedReport = reportQuery.data?.items[0]
  if ([...reports, portfolioQuery, projectQuery, storyQuery, reportQuery].some(({ isLoading }) => isLoading))
    return null
  return [
    ...reports.flatMap(({ data }): Attachment[] =>
      data ? [{ kind: 'signal', id: data.signalId, label: data.query.title }] : [],
    ),
    ...(portfolioQuery.data
      ? [{ kind: 'portfolio', id: portfolioQuery.data.id, label: portfolioQuery.data.title } as const]
      : []),
    ...(projectQuery.data
      ? [{ kind: 'project', id: projectQuery.data.projectId, label: projectQuery.data.displayTitle } as const]
      : []),
    ...(storyQuery.data
      ? [{ kind: 'story', id: storyQuery.data.id, label: storyQuery.data.displayTitle } as const]
      : []),
    ...(savedReport ? [{ kind: 'report', id: savedReport.id, label: savedReport.title } as const] : []),
  ]
}
