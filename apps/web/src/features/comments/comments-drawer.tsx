import { Box, CloseButton, Drawer, Group, Skeleton, Stack } from '@mantine/core'
import { NotFoundError } from '@auspex/sdk'
import { IconMessage, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import type { CommentSubject } from '../../lib/dialogs/comments.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { CommentView, Sending } from './comment-view.tsx'
import { commentOptions, commentsOptions, type CommentState, meOptions, subjectOf } from './comments.queries.ts'
import classes from './comments.module.css'
import textStyles from '../../ui/text-styles.module.css'

export const commentStates = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: CommentState; label: string }[]

interface CommentsDrawerProps {
  /** What they are about; null when one comment was asked for, which knows it. */
  subject: CommentSubject | null
  /** The one that the person came for. */
  commentId: string | null
  onClose: () => void
}

/** The comments about a report, a story, a card or a document, beside it. */
export const CommentsDrawer = ({ subject, commentId, onClose }: CommentsDrawerProps) => {
  const client = useClient()
  const { data: target, error, refetch } = useQuery(commentOptions(client, commentId))
  const { data: me } = useQuery(meOptions(client))
  const shownSubject = subject ?? (target ? subjectOf(target) : null)
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={440}>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content
        aria-label={shownSubject === null ? 'Comments' : `Comments on ${shownSubject.title}`}
        classNames={{ content: classes.drawer }}
      >
        <Group className={classes.head} gap={12} wrap="nowrap" justify="space-between" align="flex-start">
          <Box miw={0}>
            <h2 className={classes.title}>Comments</h2>
            {shownSubject !== null && (
              <p className={`${textStyles.caption} ${textStyles.clip}`}>{shownSubject.title}</p>
            )}
          </Box>
          <CloseButton aria-label="Close the comments" onClick={onClose} />
        </Group>
        {shownSubject !== null && me !== undefined ? (
          <CommentList
            subject={shownSubject}
            targetId={commentId}
            initial={target?.resolvedAt != null ? 'all' : 'open'}
          />
        ) : error ? (
          <Box p={16}>
            {error instanceof NotFoundError ? (
              <EmptyState
                icon={<IconMessageOff size={22} aria-hidden />}
                title="Comment not found"
                text="Somebody deleted it, or you can no longer see what it is about."
              />
            ) : (
              <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
            )}
          </Box>
        ) : (
          <Loading />
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}

const Loading = () => (
  <Stack gap={12} p={16} role="group" aria-busy="true" aria-label="Loading the comments">
    {[0, 1, 2].map((key) => (
      <Skeleton key={key} height={84} radius="md" />
    ))}
  </Stack>
)

interface CommentListProps {
  subject: CommentSubject
  targetId: string | null
  initial: CommentState
}

const emptyTitles: Readonly<Record<CommentState, string>> = {
  open: 'No open comments',
  resolved: 'Nothing resolved yet',
  all: 'No comments yet',
}

const CommentList = ({ subject, targetId, initial }: CommentListProps) => {
  const [state, setState] = useState<CommentState>(initial)
  const [sending, setSending] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(commentsOptions(useClient(), subject, state))
  const { cardId } = subject
  const comments = (data?.items ?? []).filter((comment) => cardId === undefined || comment.cardId === cardId)
  return (
    <>
      <Box px={16} pb={12}>
        <SegmentedControl
          aria-label="Which comments"
          size="xs"
          fullWidth
          value={state}
          onChange={setState}
          data={commentStates}
        />
      </Box>
      <div className={classes.scroller}>
        {data === undefined ? (
          error ? (
            <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <Loading />
          )
        ) : comments.length === 0 && sending === null ? (
          <EmptyState
            level={3}
            icon={<IconMessage size={20} aria-hidden />}
            title={emptyTitles[state]}
            text={
              state === 'resolved'
                ? 'A comment that you resolve moves here. Anybody can reopen it.'
                : 'Ask a question or note what you see. Type @ and a name, and that colleague gets it in their inbox. Only people who can open this read it, and readers of share links never do.'
            }
          />
        ) : (
          <ul className={classes.list} aria-label="Comments">
            {sending !== null && (
              <li className={classes.comment}>
                <Sending text={sending} />
              </li>
            )}
            {comments.map((comment) => (
              <li key={comment.id}>
                <CommentView
                  comment={comment}
                  place={cardId === undefined && comment.cardId !== null ? 'On a card' : null}
                  isTarget={comment.id === targetId}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.foot}>
        <CommentComposer
          key={`${subject.itemId} ${cardId ?? ''}`}
          place={{ kind: 'comment', subject }}
          label="New comment"
          placeholder="Write a comment…"
          action="Comment"
          takesFocus={targetId === null}
          onSending={setSending}
          onDone={() => state === 'resolved' && setState('open')}
        />
      </div>
    </>
  )
}
