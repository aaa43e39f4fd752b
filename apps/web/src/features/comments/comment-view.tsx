import type { PostedComment, CommentPerson, CommentReply } from '@auspex/sdk'
import { ActionIcon, Box, Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconDots, IconPencil, IconRotate, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { useTell } from '../../lib/dialogs/notices.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useRoles } from '../../lib/people/modules.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { CommentComposer, useColleagues } from './comment-composer.tsx'
import { meOptions, useDelete, useResolve } from './comments.queries.ts'
import { partsOf } from './mentions.ts'
import classes from './comments.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The name of a person; of one whose account was deleted nothing is left. */
export const nameOf = (person: CommentPerson): string => person?.name ?? person?.email ?? 'A former colleague'

/** The words of a comment: plain text, in which only the names of people stand out. */
export const CommentText = ({ text, mentions }: Pick<CommentReply, 'text' | 'mentions'>) => {
  const colleagues = useColleagues()
  return (
    <p className={classes.text}>
      {partsOf(text, [...mentions, ...colleagues]).map((part, at) =>
        part.personId === null ? (
          part.text
        ) : (
          // the parts of a text never change their order
          <span key={at} className={classes.mention}>
            {part.text}
          </span>
        ),
      )}
    </p>
  )
}

interface WordsProps {
  words: CommentReply
  commentId: string
  /** Null for the comment itself. */
  replyId: string | null
  onDelete: () => void
}

/** Who wrote what and when, with what may be done about it. */
const Words = ({ words, commentId, replyId, onDelete }: WordsProps) => {
  const { author, text, mentions, createdAt, editedAt } = words
  const [isEditing, setEditing] = useState(false)
  const now = useNow()
  const { data: me } = useQuery(meOptions(useClient()))
  const isAdministrator = useRoles().includes('godmode')
  const isOwn = author !== null && author.id === me?.profile.id
  return (
    <>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <p className={`${textStyles.caption} ${textStyles.breakable}`}>
          <strong className={classes.author}>{isOwn ? 'You' : nameOf(author)}</strong>{' '}
          <time dateTime={createdAt} title={formatInstant(createdAt)}>
            {formatSince(createdAt, now)}
          </time>
          {editedAt !== null && <span title={formatInstant(editedAt)}> · edited</span>}
        </p>
        {(isOwn || isAdministrator) && !isEditing && (
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <ActionIcon size={24} aria-label={replyId === null ? 'Change this comment' : 'Change this reply'}>
                <IconDots size={15} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {isOwn && (
                <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setEditing(true)}>
                  Edit
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {isEditing ? (
        <CommentComposer
          place={{ kind: 'edit', commentId, replyId }}
          label="Edit your words"
          placeholder="Your words"
          action="Save"
          initial={text}
          takesFocus
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <CommentText text={text} mentions={mentions} />
      )}
    </>
  )
}

const changeWords: Readonly<Record<PostedComment['changes'][number]['change'], string>> = {
  resolved: 'resolved this',
  reopened: 'reopened this',
  'deleted-comment': 'deleted the comment',
  'deleted-reply': 'deleted a reply',
}

/** Who resolved and reopened it. */
const Changes = ({ changes }: Pick<PostedComment, 'changes'>) => {
  const now = useNow()
  return (
    changes.length > 0 && (
      <ul className={classes.changes} aria-label="History">
        {changes.map(({ change, by, at }) => (
          <li key={`${at} ${change}`} className={textStyles.small}>
            {nameOf(by)} {changeWords[change]} <time dateTime={at}>{formatSince(at, now)}</time>
          </li>
        ))}
      </ul>
    )
  )
}

interface CommentViewProps {
  comment: PostedComment
  /** Where in the thing it is: the name of a card. */
  place?: string | null
  /** Whether the person came for this one. */
  isTarget?: boolean
}

/** A comment with its replies. */
export const CommentView = ({ comment, place = null, isTarget = false }: CommentViewProps) => {
  const { id, replies, deletedAt, resolvedAt } = comment
  const client = useClient()
  const tell = useTell()
  const resolve = useResolve(client)
  const remove = useDelete(client)
  const { hiddenIds, delay } = useDelayedChanges()
  const [isReplying, setReplying] = useState(false)
  const [sending, setSending] = useState<string | null>(null)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isTarget) return
    frame.current?.scrollIntoView({ block: 'nearest' })
    frame.current?.focus({ preventScroll: true })
  }, [isTarget])
  const isResolved = resolvedAt !== null
  const isDeleted = deletedAt !== null || hiddenIds.has(id)
  const shownReplies = replies.filter((reply) => !hiddenIds.has(reply.id))
  if (isDeleted && shownReplies.length === 0 && deletedAt === null) return null
  const drop = (replyId: string | null) =>
    delay({
      ids: [replyId ?? id],
      text: replyId === null ? 'Comment deleted.' : 'Reply deleted.',
      send: (options) => remove({ id, replyId }, options),
    })
  const toggle = () =>
    resolve.mutate(
      { id, resolved: !isResolved },
      {
        onSuccess: () =>
          tell(isResolved ? 'Comment reopened.' : 'Comment resolved.', [
            { label: 'Undo', run: () => resolve.mutate({ id, resolved: isResolved }) },
          ]),
        onError: (error) => tell(`${describeFailure(error).message}.`),
      },
    )
  return (
    <article ref={frame} tabIndex={-1} className={classes.comment} data-resolved={isResolved} data-target={isTarget}>
      {place !== null && <p className={textStyles.eyebrow}>{place}</p>}
      {isDeleted ? (
        <p className={textStyles.note}>This comment was deleted.</p>
      ) : (
        <Words words={comment} commentId={id} replyId={null} onDelete={() => drop(null)} />
      )}
      {(shownReplies.length > 0 || sending !== null) && (
        <ul className={classes.replies} aria-label={formatPlural(shownReplies.length, 'reply', 'replies')}>
          {shownReplies.map((reply) => (
            <li key={reply.id}>
              <Words words={reply} commentId={id} replyId={reply.id} onDelete={() => drop(reply.id)} />
            </li>
          ))}
          {sending !== null && (
            <li>
              <Sending text={sending} />
            </li>
          )}
        </ul>
      )}
      <Changes changes={comment.changes} />
      {isReplying ? (
        <CommentComposer
          place={{ kind: 'reply', commentId: id }}
          label="Reply"
          placeholder="Reply…"
          action="Reply"
          takesFocus
          onSending={setSending}
          onDone={() => setReplying(false)}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <Group gap={6} mt={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => setReplying(true)}>
            Reply
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={isResolved ? <IconRotate size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
            loading={resolve.isPending}
            onClick={toggle}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </Group>
      )}
    </article>
  )
}

/** Words that are on their way. */
export const Sending = ({ text }: { text: string }) => (
  <Box opacity={0.6} aria-busy="true">
    <p className={textStyles.caption}>
      <strong className={classes.author}>You</strong> Sending…
    </p>
    <CommentText text={text} mentions={[]} />
  </Box>
)
