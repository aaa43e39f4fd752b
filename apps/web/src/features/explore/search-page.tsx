import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../../lib/api.tsx'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useSaveRecentSearch } from './explore.queries.ts'
import type { TopicSearch } from './explore.search.ts'
import { SearchOutcome } from './search-outcome.tsx'
import { useSearch } from './use-search.ts'

/** A search while it runs. When it is complete the report takes its place. */
export const SearchPage = ({ search }: { search: TopicSearch }) =>
  search.term === undefined ? (
    <Page width="narrow">
      <EmptyState
        level={1}
        icon={<IconSearch size={22} aria-hidden />}
        title="Nothing to search for yet"
        text="The link names no topic."
        action={
          <LinkButton to="/">Search a topic</LinkButton>
        }
      />
    </Page>
  ) : (
    <RunningSearch search={search} term={search.term} />
  )

const RunningSearch = ({ search, term }: { search: TopicSearch; term: string }) => {
  const client = useClient()
  const navigate = useNavigate()
  const { progress, restart } = useSearch(search)
  const save = useSaveRecentSearch(client)

  const started = progress.kind !== 'starting' && progress.kind !== 'failed'
  const saveSearch = useEffectEvent(() => save.mutate(search))
  useEffect(() => {
    if (started) saveSearch()
  }, [started])

  const signalId = progress.kind === 'complete' ? progress.search.signal_id : undefined
  useEffect(() => {
    // Replaced, so that Back leads to where the search was asked, and not to a search that starts again.
    if (signalId) void navigate({ to: '/signals/$signalId', params: { signalId }, replace: true })
  }, [signalId, navigate])

  return (
    <Page width="narrow">
      <SearchOutcome term={term} search={search} progress={progress} onRestart={restart} />
    </Page>
  )
}
