import type { ZeusThread } from '@auspex/sdk'
import { Button, Skeleton, Stack, TextInput, ActionIcon, Menu } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconPlus,
  IconSearch,
  IconDots,
  IconFileText,
  IconPencil,
  IconPin,
  IconPinFilled,
  IconPinnedOff,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useDialogRequest } from '../../../lib/dialogs/dialog-request.tsx'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatDay } from '../../../lib/time/format.ts'
import { loadable } from '../../../lib/page/loadable.tsx'
import { addDays, toDay } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../zeus.module.css'
import { threadsOptions, threadSummaryOptions, useUpdateThread, sendThreadDeletion } from '../zeus.queries.ts'

/** Deletes a conversation after a delay, so that undo loses nothing. */
const useDeleteThread = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { delay } = useDelayedChanges()
  return ({ id, title }: ZeusThread, isCurrent: boolean) => {
    delay({
      ids: [id],
      text: `“${title}” deleted.`,
      send: ({ fetch }) => sendThreadDeletion({ client, queryClient, fetch }, id),
      onUndo: () => {
        if (isCurrent) void navigate({ to: '/zeus/$threadId', params: { threadId: id }, search: {} })
      },
    })
    if (isCurrent) void navigate({ to: '/zeus', search: {} })
  }
}

const SummaryDialog = loadable(async () => (await import('../../../ui/summary-dialog.tsx')).SummaryDialog)

/** An extractive summary of the answers in a conversation. */
const ThreadSummary = ({ threadId, onClose }: { threadId: string; onClose: () => void }) => (
  <SummaryDialog
    read={useQuery(threadSummaryOptions(useClient(), threadId))}
    toFailureMessage={(error) => describeFailure(error).message}
    empty="The conversation has no answers to summarize yet."
    onClose={onClose}
  />
)

/** A conversation in the list, with its actions. */
const ThreadItem = ({ thread, isCurrent }: ThreadItemProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [isSummedUp, setSummedUp] = useState(false)
  const tell = useTell()
  const update = useUpdateThread(useClient())
  const deleteThread = useDeleteThread()
  const openDialog = useDialogRequest()
  const change = (changes: { title?: string; isPinned?: boolean }) =>
    update.mutate({ id: thread.id, ...changes }, { onError: (error) => tell(`${describeFailure(error).message}.`) })
  const { id, title, isPinned } = thread
  if (typed !== null) {
    const save = () => {
      setTyped(null)
      const next = typed.trim()
      if (next !== '' && next !== title) change({ title: next })
    }
    return (
      <li>
        <TextInput
          size="sm"
          aria-label="Name of the conversation"
          value={typed}
          maxLength={300}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened for typing
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
            if (event.key === 'Escape') setTyped(null)
          }}
        />
      </li>
    )
  }
  return (
    <li className={`${classes.item} ${surfaces.hover}`} data-current={isCurrent || undefined}>
      <Link
        to="/zeus/$threadId"
        params={{ threadId: id }}
        search={{}}
        preload={false}
        className={`${textStyles.text} ${classes.link}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {isPinned && <IconPinFilled size={13} aria-label="Pinned" />}
        <span className={textStyles.breakable}>{title}</span>
      </Link>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon size="sm" data-beside className={classes.threadMenu} aria-label={`More for ${title}`}>
            <IconDots size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setTyped(title)}>
            Rename
          </Menu.Item>
          <Menu.Item
            leftSection={isPinned ? <IconPinnedOff size={15} aria-hidden /> : <IconPin size={15} aria-hidden />}
            onClick={() => change({ isPinned: !isPinned })}
          >
            {isPinned ? 'Unpin' : 'Pin'}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShare2 size={15} aria-hidden />}
            onClick={() => openDialog?.({ kind: 'share', item: { kind: 'thread', itemId: id, title } })}
          >
            Share
          </Menu.Item>
          <Menu.Item leftSection={<IconFileText size={15} aria-hidden />} onClick={() => setSummedUp(true)}>
            Summary
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => deleteThread(thread, isCurrent)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSummedUp && <ThreadSummary threadId={id} onClose={() => setSummedUp(false)} />}
    </li>
  )
}

const searchPauseMs = 250

interface ThreadGroup {
  readonly label: string
  readonly threads: ZeusThread[]
}

/** Conversations under the day of their last message, in the order that they have; pinned ones are a group of their own. */
const groupByDay = (threads: readonly ZeusThread[], today: string): readonly ThreadGroup[] => {
  const groups = new Map<string, ZeusThread[]>()
  for (const thread of threads) {
    const label = thread.isPinned ? 'Pinned' : describeDay(thread.updatedAt.slice(0, 10), today)
    groups.set(label, [...(groups.get(label) ?? []), thread])
  }
  return [...groups].map(([label, ofDay]) => ({ label, threads: ofDay }))
}

const describeDay = (day: string, today: string): string => {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : formatDay(day)
}

/** The person's conversations: pinned ones first, then the latest. */
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
      {threads === undefined && error && (
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      )}
      {threads === undefined && !error && <LoadingThreads />}
      {threads?.length === 0 && (
        <p className={textStyles.note}>
          {searchTerm === '' ? 'Your conversations will be listed here.' : `No conversations match “${searchTerm}”.`}
        </p>
      )}
      {threads !== undefined && threads.length > 0 && <ThreadGroups threads={threads} currentId={currentId} />}
      {hasNextPage && (
        <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older conversations
        </Button>
      )}
    </Stack>
  )
}

const LoadingThreads = () => (
  <Stack gap={6} role="group" aria-busy="true" aria-label="Loading the conversations">
    {[0, 1, 2, 3].map((key) => (
      <Skeleton key={key} height={34} radius="md" />
    ))}
  </Stack>
)

const ThreadGroups = ({ threads, currentId }: { threads: readonly ZeusThread[]; currentId: string | null }) => {
  const now = useNow()
  return (
    <RovingList aria-label="Conversations" gap={14}>
      {groupByDay(threads, toDay(now)).map(({ label, threads: ofDay }) => (
        <li key={label}>
          <p className={`${textStyles.small} ${classes.day}`}>{label}</p>
          <ul aria-label={label}>
            {ofDay.map((thread) => (
              <ThreadItem key={thread.id} thread={thread} isCurrent={thread.id === currentId} />
            ))}
          </ul>
        </li>
      ))}
    </RovingList>
  )
}

interface ThreadItemProps {
  thread: ZeusThread
  isCurrent: boolean
}
