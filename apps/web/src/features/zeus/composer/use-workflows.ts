import type { Workflow } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { chatWorkflowsOptions } from '../zeus.queries.ts'

/** Workflows that can be started from here, by the beginning of a word of their titles; null asks for nothing. */
export const useWorkflows = (words: string | null): readonly Workflow[] => {
  const { data } = useQuery({ ...chatWorkflowsOptions(useClient()), enabled: words !== null })
  if (words === null) return []
  const typed = words.toLowerCase()
  return (data?.items ?? []).filter(({ title }) =>
    title
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(typed)),
  )
}
