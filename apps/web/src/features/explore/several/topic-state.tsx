import type { LiteTopic } from '@auspex/sdk'
import { Loader, Stack } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { describeFailure } from '../../../lib/failure.ts'
import { useClient } from '../../../lib/api.tsx'
import { useSaveRecentSearch } from '../explore.queries.ts'
import { type SearchProgress, useSearch } from '../use-search.ts'
import type { TopicChoice } from './use-topic-choice.ts'
import classes from './several-topics.module.css'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface TopicStateProps {
  row: Pick<LiteTopic, 'status' | 'reason'> & { readonly term: string }
  choice: TopicChoice
}

const words: Record<LiteTopic['status'], string> = {
  measured: 'Measured',
  'data-too-sparse': 'Too few documents',
  'bad-query': 'Cannot be read',
}

/** Whether a topic could be measured, or how far its search is. */
export const TopicState = ({ row: { status, reason, term }, choice }: TopicStateProps) => {
  if (choice.isSearching && choice.chosenTopics.includes(term))
    return <TopicSearchState term={term} onEnd={choice.end} />
  const failure = choice.failures.get(term)
  return (
    <Stack component="span" className={`${textStyles.caption} ${classes.state}`} gap={1}>
      <b
        className={textStyles.state}
        data-state={failure !== undefined || status === 'bad-query' ? 'failed' : undefined}
      >
        {failure === undefined ? words[status] : 'Not searched'}
      </b>
      {(failure ?? reason) !== null && <span>{failure ?? reason}</span>}
    </Stack>
  )
}

/** A topic that is searched so that it can be compared. */
const TopicSearchState = ({ term, onEnd }: { term: string; onEnd: TopicChoice['end'] }) => {
  const { progress, searched } = useSearch({ term, exactly: '1', source: undefined })
  const save = useSaveRecentSearch(useClient())
  const signalId = progress.kind === 'complete' ? progress.search.signal_id : undefined
  const failure = sayFailure(progress)
  const finish = useEffectEvent((end: { signalId: string } | { failure: string }) => {
    if ('signalId' in end) save.mutate({ ...searched, exactly: undefined })
    onEnd(term, end)
  })
  useEffect(() => {
    if (signalId) finish({ signalId })
    else if (failure !== null) finish({ failure })
  }, [signalId, failure])
  return (
    <span className={`${textStyles.caption} ${classes.state}`} role="status">
      <b className={layout.inline}>
        <Loader size={12} aria-hidden /> {signalId ? 'Searched' : 'Searching…'}
      </b>
    </span>
  )
}

const sayFailure = (progress: SearchProgress): string | null => {
  if (progress.kind === 'starting' || progress.kind === 'running' || progress.kind === 'complete') return null
  if (progress.kind === 'failed') return describeFailure(progress.error).message
  if (progress.kind === 'ended') return progress.search.message ?? 'The search failed. Try again.'
  return { sparse: 'Too little is said about it.', timedOut: 'It takes too long.', cancelled: 'It was cancelled.' }[
    progress.kind
  ]
}
