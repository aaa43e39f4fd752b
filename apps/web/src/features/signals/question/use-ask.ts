import type { QueryEcho, SourceKey } from '@auspex/sdk'
import { getRouteApi, useNavigate } from '@tanstack/react-router'

const route = getRouteApi('/signals/$signalId')

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
  const { signalId } = route.useParams()
  return (change: QuestionChange) =>
    void navigate({
      to: '/search',
      // the new report then says what the change of the query did; the knowledge of a past day is not compared
      search: { ...toSearch(query), ...change, previous: query.asOf == null ? signalId : undefined },
    })
}
