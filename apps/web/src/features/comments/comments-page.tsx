import { Box, Flex, Skeleton, Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { CommentView } from './comment-view.tsx'
import { commentStates } from './comments-drawer.tsx'
import { commentsOptions, type CommentState } from './comments.queries.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const kindWords = { signal: 'Report', story: 'Story', document: 'Document' } as const

/** The comments that the person takes part in, or that mention them. */
export const CommentsPage = () => {
  const [state, setState] = useState<CommentState>('open')
  const { data, error, refetch } = useQuery(commentsOptions(useClient(), null, state))
  return (
    <Page width="narrow">
      <title>Comments · Auspex</title>
      <Flex wrap="wrap" gap="8px 24px" align="flex-end" justify="space-between">
        <div>
          <h1>Comments</h1>
          <p className={textStyles.lead}>What you wrote, replied to, or are mentioned in.</p>
        </div>
        <SegmentedControl
          aria-label="Which comments"
          size="xs"
          value={state}
          onChange={setState}
          data={commentStates}
        />
      </Flex>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the comments">
            {[0, 1, 2].map((key) => (
              <Skeleton key={key} height={110} radius="md" />
            ))}
          </Stack>
        )
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<IconMessages size={22} aria-hidden />}
          title={state === 'resolved' ? 'Nothing resolved yet' : 'No comments for you'}
          text="Open a report, a story or a document and press C to write the first one. Those that mention you are listed here and in your inbox."
          action={<LinkButton to="/">Find a topic</LinkButton>}
        />
      ) : (
        <Card padded={false}>
          <ul className={surfaces.lines} aria-label="Comments">
            {data.items.map((comment) => (
              <Box component="li" key={comment.id} px="var(--card-padding)" py={14}>
                <p className={textStyles.caption}>
                  {comment.cardId === null ? kindWords[comment.kind] : 'Card of a story'} ·{' '}
                  <Link className={`${textStyles.link} ${textStyles.strong}`} to={comment.path} preload={false}>
                    {comment.title}
                  </Link>
                </p>
                <CommentView comment={comment} />
              </Box>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}
