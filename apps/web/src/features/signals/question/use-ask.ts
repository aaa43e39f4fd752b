import type { QueryEcho, SourceKey } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'

/** The query of a report as search parameters. A pair of terms is searched by its canonical form. */
export const toSearch = ({ query_term, canonical, geo, entity, sources, startDate, endDate }: QueryEcho) => ({
  term: query_term ?? canonical,
  geo: geo ?? undefined,
  entity: entity ?? undefined,
  source: sources.length > 0 ? sources : undefined,
  from: startDate ?? undefined,
  to: endDate ?? undefined,
})

interface QuestionChange {
  readonly term?: string
  readonly geo?: string | undefined
  readonly entity?: string | undefined
  readonly source?: SourceKey[] | undefined
}

/** Searches the question of the report with one change; the search leads to its own report. */
export const useAsk = (query: QueryEcho) => {
  const navigate = useNavigate()
  return (change: QuestionChange) => void navigate({ to: '/search', search: { ...toSearch(query), ...change } })
}
