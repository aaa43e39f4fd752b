import type { Suggestion } from '@auspex/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { suggestionsOptions } from './explore.queries.ts'

const typingPauseMs = 120
const none: readonly Suggestion[] = []

/** Suggested terms for the typed text; failures are silent, because a person can always continue typing. */
export const useSuggestions = (text: string): readonly Suggestion[] => {
  const client = useClient()
  const [term] = useDebouncedValue(text.trim(), typingPauseMs)
  const { data } = useQuery(suggestionsOptions(client, term))
  return text.trim() === '' ? none : (data?.items ?? none)
}
