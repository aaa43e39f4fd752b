import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { searchTitle, type TopicSearch } from './explore.search.ts'
import { QuestionNotice } from './question-feedback.tsx'
import { RedirectNotice } from './report-notices.tsx'
import { SearchOutcome } from './search-outcome.tsx'
import { usePreloadedReportPage, useSearch } from './use-search.ts'

/** A running search. When it is complete the report replaces it. */
export const SearchPage = ({ search }: { search: TopicSearch }) =>
  search.term === undefined ? (
    <Page width="narrow">
      <EmptyState
        level={1}
        icon={<IconSearch size={22} aria-hidden />}
        title="Nothing to search for yet"
        text="The link has no topic."
        action={<LinkButton to="/">Search a topic</LinkButton>}
      />
    </Page>
  ) : (
    <RunningSearch search={search} term={searchTitle(search)} />
  )

const RunningSearch = ({ search, term }: { search: TopicSearch; term: string }) => {
  const navigate = useNavigate()
  const { progress, restart, searched, redirect, question } = useSearch(search)
  usePreloadedReportPage()

  const signalId = progress.kind === 'complete' ? progress.search.signal_id : undefined
  const openReport = useEffectEvent((id: string) => {
    // Replaces the history entry, so that Back leads to where the search was entered, and not to a search that starts again.
    const asked = redirect === null && question === null ? undefined : term
    const previous = search.previous === id ? undefined : search.previous
    void navigate({ to: '/signals/$signalId', params: { signalId: id }, search: { asked, previous }, replace: true })
  })
  useEffect(() => {
    if (signalId) openReport(signalId)
  }, [signalId])

  return (
    <Page width="narrow">
      {question !== null && <QuestionNotice question={question} search={search} />}
      {redirect !== null && <RedirectNotice redirect={redirect} search={search} />}
      <SearchOutcome title={searchTitle(searched)} topic={searched} progress={progress} onRestart={restart} />
    </Page>
  )
}
