import { useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import type { Attachment } from './composer/attachment.ts'
import { portfolioOptions, projectOptions, reportOptions } from './zeus.queries.ts'
import type { ZeusSearch } from './zeus.search.ts'

/** What the address says a conversation is about, with names; null until they are known. What is gone or not for this person is left out. */
export const useSubject = ({ signals, portfolio, project }: ZeusSearch): readonly Attachment[] | null => {
  const client = useClient()
  const ids = signals?.split(',') ?? []
  const reports = useQueries({ queries: ids.map((id) => ({ ...reportOptions(client, id), staleTime: Infinity })) })
  const portfolioQuery = useQuery({ ...portfolioOptions(client, portfolio ?? ''), enabled: portfolio !== undefined })
  const projectQuery = useQuery({ ...projectOptions(client, project ?? ''), enabled: project !== undefined })
  if ([...reports, portfolioQuery, projectQuery].some(({ isLoading }) => isLoading)) return null
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
  ]
}
