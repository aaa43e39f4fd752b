import { Anchor, Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RecentSearch } from '@auspex/sdk'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { FailureView } from '../../lib/failure-view.tsx'
import { formatPlural, formatSince } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { recentSearchesOptions, useClearRecentSearches, useRestoreRecentSearches } from './explore.queries.ts'
import { captionOf } from './query-caption.ts'
import classes from './recent-searches.module.css'

/** The person's own searches, with a clear that can be taken back. */
export const RecentSearches = () => {
  const client = useClient()
  const { data, error, refetch } = useQuery(recentSearchesOptions(client))
  const clear = useClearRecentSearches(client)
  const restore = useRestoreRecentSearches(client)
  const searches = data?.items ?? []

  const undo = (removed: readonly RecentSearch[], notice: string) => {
    notifications.hide(notice)
    restore.mutate(removed, { onError: (failure) => void notifications.show({ color: 'red', ...toNotice(failure) }) })
  }
  const clearAll = () =>
    clear.mutate(undefined, {
      onError: (failure) => void notifications.show({ color: 'red', ...toNotice(failure) }),
      onSuccess: () => {
        const id = 'recent-searches-cleared'
        notifications.show({
          id,
          autoClose: 10_000,
          message: (
            <span>
              {formatPlural(searches.length, 'search', 'searches')} cleared.{' '}
              <Anchor component="button" type="button" inherit onClick={() => undo(searches, id)}>
                Undo
              </Anchor>
            </span>
          ),
        })
      },
    })

  return (
    <Section
      title="Recent searches"
      actions={
        searches.length > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={clearAll} loading={clear.isPending}>
            Clear
          </Button>
        )
      }
    >
      {error ? (
        <FailureView error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={classes.list} aria-busy="true" aria-label="Loading recent searches">
          {[0, 1, 2, 3].map((key) => (
            <Skeleton key={key} height={52} radius="md" />
          ))}
        </div>
      ) : searches.length === 0 ? (
        <EmptyState level={3} icon={<IconClockHour4 size={20} aria-hidden />} title="No searches yet" text="What you search is kept here, for you only. Begin with a topic above, or with a trend." />
      ) : (
        <ul className={classes.list}>
          {searches.slice(0, 10).map((search) => (
            <li key={search.id}>
              <Link className={classes.item} to="/signals/$signalId" params={{ signalId: search.signalId }}>
                <span className={classes.title}>{search.query.title}</span>
                <span className={classes.caption}>{[captionOf(search.query), formatSince(search.searchedAt, Date.now())].filter(Boolean).join(' · ')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const toNotice = (failure: unknown) => {
  const { message, detail } = describeFailure(failure)
  return { title: message, message: detail }
}
