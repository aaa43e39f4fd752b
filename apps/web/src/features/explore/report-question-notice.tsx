import type { QueryEcho } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { parsedQueryOptions } from './explore.queries.ts'
import type { TopicSearch } from './explore.search.ts'

// Most reports are of a topic, not of a question.
const QuestionNotice = lazy(async () => ({ default: (await import('./question-feedback.tsx')).QuestionNotice }))
const route = getRouteApi('/signals/$signalId')

/** Above the report that a question led to: how the question was interpreted; renders nothing without one. */
export const ReportQuestionNotice = ({ query: { geo, entity, sources } }: { query: QueryEcho }) => {
  const { asked = '' } = route.useSearch()
  const { data } = useQuery(parsedQueryOptions(useClient(), { query_term: asked }))
  if (asked === '' || !data?.question) return null
  const search: TopicSearch = {
    term: asked,
    geo: geo ?? undefined,
    entity: entity ?? undefined,
    source: sources.length > 0 ? sources : undefined,
  }
  return (
    <Suspense>
      <QuestionNotice question={data.question} search={search} />
    </Suspense>
  )
}
