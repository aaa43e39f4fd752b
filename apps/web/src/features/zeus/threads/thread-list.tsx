import { Button, Skeleton, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { useDelayedChanges } from '../../../lib/delayed-changes.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { threadsOptions } from '../zeus.queries.ts'
import { ThreadItem } from './thread-item.tsx'
import textStyles from '../../../ui/text-styles.module.css'

const searchPauseMs = 250

/** The conversations of a person: pinned ones first, then the latest. */
export const ThreadList = ({ currentId }: { currentId: string | null }) => {
  const [words, setWords] = useState('')
  const [searchTerm] = useDebouncedValue(words.trim(), searchPauseMs)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    threadsOptions(useClient(), searchTerm),
  )
  const { hiddenIds } = useDelayedChanges()
  const threads = data?.pages.flatMap(({ items }) => items).filter(({ id }) => !hiddenIds.has(id))
  return (
    <Stack gap={10}>
      <LinkButton to="/zeus" search={{}} variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
        New conversation
      </LinkButton>
      <TextInput
        type="search"
        size="sm"
        aria-label="Search the conversations"
        placeholder="Search conversations"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={words}
        maxLength={200}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {threads === undefined ? (
        error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={6} role="group" aria-busy="true" aria-label="Loading the conversations">
            {[0, 1, 2, 3].map((key) => (
              <Skeleton key={key} height={34} radius="md" />
            ))}
          </Stack>
        )
      ) : threads.length === 0 ? (
        <p className={textStyles.note}>
          {searchTerm === '' ? 'Your conversations will be listed here.' : `No conversation has “${searchTerm}” in it.`}
        </p>
      ) : (
        <RovingList aria-label="Conversations" gap={2}>
          {threads.map((thread) => (
            <ThreadItem key={thread.id} thread={thread} isCurrent={thread.id === currentId} />
          ))}
        </RovingList>
      )}
      {hasNextPage && (
        <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older conversations
        </Button>
      )}
    </Stack>
  )
}
