import type { ZeusThread } from '@auspex/sdk'
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import {
  IconDots,
  IconFileText,
  IconPencil,
  IconPin,
  IconPinFilled,
  IconPinnedOff,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { useDialogRequest } from '../../../lib/dialog-request.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { useTell } from '../../../lib/notices.tsx'
import { useUpdateThread } from '../zeus.queries.ts'
import { loadable } from '../../../lib/loadable.tsx'
import { useDeleteThread } from './use-delete-thread.ts'
import classes from './threads.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const ThreadSummary = loadable(async () => (await import('./thread-summary.tsx')).ThreadSummary)

interface ThreadItemProps {
  thread: ZeusThread
  isCurrent: boolean
}

/** A conversation of the list, with what can be done with it. */
export const ThreadItem = ({ thread, isCurrent }: ThreadItemProps) => {
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
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
        <span className={textStyles.clip}>{title}</span>
      </Link>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon size="sm" data-beside className={classes.menu} aria-label={`More for ${title}`}>
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
