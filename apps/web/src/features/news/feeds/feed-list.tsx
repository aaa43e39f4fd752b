import type { NewsFeed } from '@auspex/sdk'
import { ActionIcon, type ActionIconProps, Group, NativeSelect, Skeleton, Stack, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCompact, formatCount } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { feedsOptions, useCreateFeed, useDeleteFeed } from '../news.queries.ts'
import { searchFiltersOf, type NewsSearch } from '../news.search.ts'
import classes from '../news.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The person's feeds with their unread counts. On a phone a single field, so that the articles start at the top. */
export const FeedList = ({ search }: { search: NewsSearch }) => {
  const { data, error, refetch } = useQuery(feedsOptions(useClient()))
  const navigate = useNavigate()
  const { feed: current = 'all' } = search
  const addressOf = (id: string) => ({ ...searchFiltersOf(search), feed: id === 'all' ? undefined : id })
  if (data === undefined)
    return error ? (
      <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
    ) : (
      <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the feeds">
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} height={28} radius="sm" />
        ))}
      </Stack>
    )
  const currentFeed = data.items.find(({ id }) => id === current)
  return (
    <>
      <div className={classes.feedSelect}>
        <NativeSelect
          flex={1}
          aria-label="Feed"
          value={current}
          data={data.items.map(({ id, title, unread }) => ({
            value: id,
            label: unread > 0 ? `${title} (${formatCount(unread)} unread)` : title,
          }))}
          onChange={({ currentTarget }) => void navigate({ to: '/news', search: addressOf(currentTarget.value) })}
        />
        {currentFeed && <FeedState feed={{ ...currentFeed, unread: 0 }} />}
        {currentFeed && !currentFeed.isFixed && <RemoveFeed feed={currentFeed} isCurrent size={36} />}
      </div>
      <nav className={classes.feedNav} aria-label="Feeds">
        <RovingList gap={1}>
          {data.items.map((feed) => (
            <li key={feed.id} className={classes.feedItem}>
              <Link
                to="/news"
                search={addressOf(feed.id)}
                className={`${textStyles.text} ${surfaces.hover} ${classes.feed}`}
                activeProps={{}}
                aria-current={feed.id === current ? 'page' : undefined}
              >
                <span className={textStyles.clip}>{feed.title}</span>
                <FeedState feed={feed} />
              </Link>
              {!feed.isFixed && (
                <RemoveFeed
                  className={classes.removeFeed}
                  data-beside
                  feed={feed}
                  isCurrent={feed.id === current}
                  size={22}
                />
              )}
            </li>
          ))}
        </RovingList>
      </nav>
    </>
  )
}

const FeedState = ({ feed: { unread, lastFetch } }: { feed: NewsFeed }) => {
  const isRead = lastFetch === null || lastFetch.status === 'ok' || lastFetch.status === 'empty'
  const failure = isRead ? 'Some entries could not be read' : 'It could not be read'
  return (
    <Group component="span" gap={5} wrap="nowrap" ml="auto">
      {lastFetch !== null && (!isRead || lastFetch.reason !== null) && (
        <Tooltip label={`${failure}: ${lastFetch.reason ?? lastFetch.status}`}>
          <IconAlertTriangle size={14} role="img" aria-label={failure} color="var(--warn)" />
        </Tooltip>
      )}
      {unread > 0 && (
        <span className={`${textStyles.small} ${textStyles.tabular}`}>
          {formatCompact(unread)}
          <span className={textStyles.hidden}> unread</span>
        </span>
      )}
    </Group>
  )
}

interface RemoveFeedProps extends ActionIconProps {
  feed: NewsFeed
  isCurrent: boolean
}

/** Deletes immediately; the notice offers to create it again. */
const RemoveFeed = ({ feed, isCurrent, ...buttonProps }: RemoveFeedProps) => {
  const client = useClient()
  const tell = useTell()
  const navigate = useNavigate()
  const remove = useDeleteFeed(client)
  const create = useCreateFeed(client)
  const { kind, subject, title, feedUrl } = feed
  const restore = () => {
    if (kind !== 'all' && kind !== 'saved' && kind !== 'watched' && subject !== null)
      create.mutate({ kind, subject, title, feedUrl })
  }
  return (
    <ActionIcon
      {...buttonProps}
      variant="subtle"
      color="gray"
      aria-label={`Delete the feed ${title}`}
      onClick={() =>
        remove.mutate(feed.id, {
          onSuccess: () => {
            if (isCurrent) void navigate({ to: '/news', search: {} })
            tell(`The feed “${title}” is deleted.`, [{ label: 'Undo', run: restore }])
          },
          onError: (error) => tell(`${describeFailure(error).message}.`),
        })
      }
    >
      <IconX size={13} aria-hidden />
    </ActionIcon>
  )
}
