import { ActionIcon, Flex, Loader } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { forgetReport, useSaveRecentSearch } from './explore.queries.ts'
import type { TopicSearch } from './explore.search.ts'
import type { PickedSignal } from './signal-input.tsx'
import { type SearchProgress, useSearch } from './use-search.ts'
import textStyles from '../../ui/text-styles.module.css'

interface PendingSearchProps {
  term: string
  /** Called once the signal exists; `notice` says why another wording was searched. */
  onFound: (found: PickedSignal & { notice: string | null }) => void
  onDismiss: () => void
}

/** A term that is being searched, until it is a signal or cannot become one. */
export const PendingSearch = ({ term, onFound, onDismiss }: PendingSearchProps) => {
  const search: TopicSearch = { term, source: undefined }
  const { progress, searched, redirect } = useSearch(search)
  const queryClient = useQueryClient()
  const client = useClient()
  const save = useSaveRecentSearch(client)
  const signalId = progress.kind === 'complete' ? progress.search.signal_id : undefined
  const handleFound = useEffectEvent((id: string) => {
    save.mutate(searched)
    // The cache may hold a report from before the search.
    forgetReport({ client, queryClient }, id)
    onFound({
      id,
      title: searched.term ?? term,
      notice: redirect && `Added ${redirect.title} for “${term}”. ${redirect.why}`,
    })
  })
  useEffect(() => {
    if (signalId) handleFound(signalId)
  }, [signalId])
  const failure = sayFailure(progress, term)
  return (
    <Flex
      component="p"
      className={`${textStyles.text} ${textStyles.state}`}
      gap={10}
      align="center"
      role={failure === null ? 'status' : 'alert'}
      data-state={failure === null ? undefined : 'lacking'}
    >
      {failure === null ? <Loader size={14} /> : <IconAlertTriangle size={16} aria-hidden />}
      <span>{failure ?? `Searching ${term}…`}</span>
      <ActionIcon size="sm" aria-label={`Don’t add ${term}`} onClick={onDismiss}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Flex>
  )
}

const sayFailure = (progress: SearchProgress, term: string): string | null => {
  if (progress.kind === 'failed') {
    const { message, detail } = describeFailure(progress.error)
    return `${term}: ${message}.${detail ? ` ${detail}` : ''}`
  }
  if (progress.kind === 'ended') return `${term}: ${progress.search.message ?? 'the search failed'}. Try again.`
  return endings[progress.kind]?.(term) ?? null
}

/** The messages for searches that ended without a signal. */
const endings: Partial<Record<SearchProgress['kind'], (term: string) => string>> = {
  sparse: (term) => `Too little is said about ${term} to measure it. Try a wider term.`,
  timedOut: (term) => `The search for ${term} takes too long. Try again later.`,
  cancelled: (term) => `The search for ${term} was cancelled.`,
}
