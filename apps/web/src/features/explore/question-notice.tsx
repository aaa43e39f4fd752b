import { Box } from '@mantine/core'
import type { QueryEcho, QuestionReading } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { parsedQueryOptions } from './explore.queries.ts'
import type { TopicSearch } from './explore.search.ts'
import { QuestionFeedback } from './question-feedback.tsx'
import surfaces from '../../ui/surfaces.module.css'

const route = getRouteApi('/signals/$signalId')

interface QuestionNoticeProps {
  question: NonNullable<QuestionReading>
  /** The search as it was typed. */
  search: TopicSearch
}

/** Says what is searched for a question that came from elsewhere than the form, with the same click to search its very words. */
export const QuestionNotice = ({ question, search }: QuestionNoticeProps) => {
  const navigate = useNavigate()
  return (
    <Box component="aside" className={`${surfaces.callout} ${surfaces.accent}`} aria-label="How your question was read">
      <QuestionFeedback
        question={question}
        isAsTyped={false}
        onChange={() => void navigate({ to: '/search', search: { ...search, exactly: '1' } })}
      />
    </Box>
  )
}

/** The same above the report that the question led to; nothing where none was asked. */
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
  return <QuestionNotice question={data.question} search={search} />
}
