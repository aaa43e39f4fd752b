import type { QueryEcho } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { type QuestionChange, toSearch } from './to-search.ts'

/** Searches the question of the report with one change; the search leads to its own report. */
export const useAsk = (query: QueryEcho) => {
  const navigate = useNavigate()
  return (change: QuestionChange) => void navigate({ to: '/search', search: { ...toSearch(query), ...change } })
}
