import { Box, Button, Flex, Skeleton, Stack } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { useRovingFocus } from '../../ui/use-roving-focus.ts'
import { inboxOptions, unreadOptions, useMarkAllMessages, useMarkMessage } from './inbox.queries.ts'
import { MessageItem } from './message-item.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** What colleagues, monitors and subscriptions sent. */
export const InboxPage = () => {
  const client = useClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxOptions(client),
  )
  const mark = useMarkMessage(client)
  const markAll = useMarkAllMessages(client)
  const roving = useRovingFocus()
  const items = data?.pages.flatMap((page) => page.items) ?? []
  // of all messages, not only of those that were read so far
  const { data: unread } = useQuery(unreadOptions(client))
  return (
    <Page width="narrow">
      <title>Inbox · Auspex</title>
      <Flex wrap="wrap" gap="8px 24px" align="flex-end" justify="space-between">
        <div>
          <h1>Inbox</h1>
          <Box component="p" className={textStyles.lead} mih="1.5em" role="status">
            {items.length > 0 &&
              unread !== undefined &&
              (unread === 0 ? 'You have read everything.' : `${formatPlural(unread, 'unread message')}.`)}
          </Box>
        </div>
        {unread !== undefined && unread > 0 && (
          <Button variant="default" size="compact-md" loading={markAll.isPending} onClick={() => markAll.mutate()}>
            Mark all as read
          </Button>
        )}
      </Flex>
      {markAll.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(markAll.error).message}. Some messages may be unread still.
        </p>
      )}
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the inbox">
            {[0, 1, 2, 3, 4].map((key) => (
              <Skeleton key={key} height={66} radius="md" />
            ))}
          </Stack>
        )
      ) : items.length === 0 ? (
        <EmptyState
          icon={<IconInbox size={22} aria-hidden />}
          title="No messages yet"
          text="You get three things here: alerts from your monitors, trends you subscribed to, and signals that colleagues send you from a report."
          action={<LinkButton to="/monitors">Set up a monitor</LinkButton>}
        />
      ) : (
        <Card padded={false}>
          <ul className={surfaces.lines} aria-label="Messages" {...roving}>
            {items.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                onMark={(read) => mark.mutate({ id: message.id, read })}
              />
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Older messages
        </Button>
      )}
    </Page>
  )
}
