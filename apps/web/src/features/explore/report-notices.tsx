import { Flex } from '@mantine/core'
import type { SmartRedirect, QueryEcho } from '@auspex/sdk'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import type { TopicSearch } from './explore.search.ts'
import { isRedirect, redirectOptions, parsedQueryOptions } from './explore.queries.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** Explains that another wording is searched than was typed and why, and offers to search the typed wording. */
export const RedirectNotice = ({ redirect, search }: { redirect: SmartRedirect; search: TopicSearch }) => (
  <Flex
    component="aside"
    className={`${textStyles.soft} ${surfaces.callout} ${surfaces.accent}`}
    gap={12}
    fz="text"
    aria-label="Another wording is shown"
  >
    <IconArrowsSplit2 size={18} stroke={1.7} color="var(--accent-ink)" aria-hidden style={{ marginTop: 2 }} />
    <p>
      Showing <strong>{redirect.title}</strong>. {redirect.why}{' '}
      <Link
        className={`${textStyles.inSentence} ${textStyles.strong}`}
        to="/search"
        search={{ ...search, exactly: '1' }}
      >
        Search for “{redirect.asked.title}” instead
      </Link>
    </p>
  </Flex>
)

/** The same above a report that a search led to; renders nothing if the report is of the searched wording. */
export const ReportRedirectNotice = ({ signalId, geo }: { signalId: string; geo: string | null }) => {
  const { asked } = route.useSearch()
  const search: TopicSearch = { term: asked, geo: geo ?? undefined, source: undefined }
  const { data } = useQuery(redirectOptions(useClient(), search))
  if (data === undefined || !isRedirect(data) || data.signalId !== signalId) return null
  return <RedirectNotice redirect={data} search={search} />
}

// Most reports are of a topic, not of a question.
const QuestionNotice = lazy(async () => ({ default: (await import('./question-feedback.tsx')).QuestionNotice }))

/** Above the report that a question led to: how the question was interpreted; renders nothing without one. */
export const ReportQuestionNotice = ({ query: { geo, entity, sources } }: { query: QueryEcho }) => {
  const { asked = '' } = route.useSearch()
  const { data } = useQuery(parsedQueryOptions(useClient(), { query_term: asked }))
  if (asked === '' || !data?.question) return null
  return (
    <Suspense>
      <QuestionNotice question={data.question} search={{ ...narrowingOf({ geo, entity, sources }), term: asked }} />
    </Suspense>
  )
}

const narrowingOf = ({ geo, entity, sources }: Pick<QueryEcho, 'geo' | 'entity' | 'sources'>): TopicSearch => ({
  geo: geo ?? undefined,
  entity: entity ?? undefined,
  source: sources.length > 0 ? sources : undefined,
  term: undefined,
})

/** The search that a report of one topic answers; without a term for a report of a pair. */
export const searchOfReport = (query: QueryEcho): TopicSearch => ({
  ...narrowingOf(query),
  term: query.query_term ?? undefined,
  from: query.startDate ?? undefined,
  to: query.endDate ?? undefined,
})
