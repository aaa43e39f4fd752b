import type { ParsedQuery, QuestionReading } from '@auspex/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { parsedQueryOptions } from './explore.queries.ts'
import { toQueryText, type TopicSearch } from './explore.search.ts'

const typingPauseMs = 250

/** How the typed terms are understood, once typing pauses; undefined while unknown. Failures are silent: the search itself says why. */
export const useParsedQuery = (
  draft: Partial<TopicSearch>,
): {
  parsedQuery: ParsedQuery | undefined
  isCurrent: boolean
  /** How a term is read as a question, for who does not wait; null when it is none, or nobody can say. */
  readNow: (term: string) => Promise<QuestionReading>
} => {
  const client = useClient()
  const queryClient = useQueryClient()
  const draftText = JSON.stringify(toQueryText({ ...draft, and: draft.and?.trim() ? draft.and : undefined }))
  const [settled] = useDebouncedValue(draftText, typingPauseMs)
  const { data, isPlaceholderData } = useQuery(
    parsedQueryOptions(client, JSON.parse(settled) as ReturnType<typeof toQueryText>), // written four lines above
  )
  const isEmpty = (draft.term ?? '').trim() === ''
  const readNow = async (term: string) => {
    try {
      return (await queryClient.ensureQueryData(parsedQueryOptions(client, { query_term: term }))).question
    } catch {
      return null
    }
  }
  return { parsedQuery: isEmpty ? undefined : data, isCurrent: settled === draftText && !isPlaceholderData, readNow }
}
