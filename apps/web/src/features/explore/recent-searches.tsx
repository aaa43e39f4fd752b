import { Button, Flex, Skeleton, Stack } from '@mantine/core'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { formatPlural, formatSince } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useSourceNames } from '../../lib/source-names.ts'
import { Section } from '../../ui/section.tsx'
import { type ClearedSearches, forgetClearedSearches, isRestorable, useClearedSearches } from './cleared-searches.ts'
import {
  personOptions,
  recentSearchesOptions,
  useClearRecentSearches,
  useRestoreRecentSearches,
} from './explore.queries.ts'
import { captionOf } from './query-caption.ts'
import { RovingList } from '../../ui/roving-list.tsx'
import classes from './recent-searches.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** Searches that the page shows; the navigation has more. */
const mostSearches = 10

/** The person's own searches, with a clear that can be taken back. */
export const RecentSearches = () => {
  const client = useClient()
  const nameSource = useSourceNames()
  const { data, error, refetch } = useQuery(recentSearchesOptions(client))
  const clear = useClearRecentSearches(client)
  const searches = data?.items ?? []
  const now = useNow()
  const { data: personId } = useQuery(personOptions(client))
  const cleared = useClearedSearches()
  const undoable = cleared && isRestorable(cleared, personId, now) ? cleared : null
  const isOver = cleared !== null && personId !== undefined && undoable === null
  useEffect(() => {
    if (isOver) forgetClearedSearches()
  }, [isOver])
  return (
    <Section
      title="Recent searches"
      actions={
        searches.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => clear.mutate(searches)}
            loading={clear.isPending}
          >
            Clear
          </Button>
        )
      }
    >
      {clear.error && <ErrorView {...describeFailure(clear.error)} onCancel={clear.reset} />}
      {undoable && <UndoClear cleared={undoable} />}
      {error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack gap={2} role="group" aria-busy="true" aria-label="Loading recent searches">
          {[0, 1, 2, 3].map((key) => (
            <Skeleton key={key} height={52} radius="md" />
          ))}
        </Stack>
      ) : searches.length === 0 ? (
        !undoable && (
          <EmptyState
            level={3}
            icon={<IconClockHour4 size={20} aria-hidden />}
            title="No searches yet"
            text="Your searches are kept here, for you only. Start with a topic above, or with a trend."
          />
        )
      ) : (
        <RovingList gap={2}>
          {searches.slice(0, mostSearches).map((search) => (
            <li key={search.id}>
              <Link
                className={`${surfaces.row} ${textStyles.plain} ${classes.item}`}
                to="/signals/$signalId"
                params={{ signalId: search.signalId }}
              >
                <span className={`${textStyles.strong} ${textStyles.breakable}`}>{search.query.title}</span>
                <span className={textStyles.caption}>
                  {[captionOf(search.query, nameSource), formatSince(search.searchedAt, now)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </RovingList>
      )}
    </Section>
  )
}

/** The searches are gone on the server; undo saves them again. */
const UndoClear = ({ cleared }: { cleared: ClearedSearches }) => {
  const restore = useRestoreRecentSearches(useClient())
  return (
    <Flex
      component="output"
      className={surfaces.panel}
      mb={8}
      py={12}
      px={16}
      fz={14}
      gap={16}
      align="center"
      justify="space-between"
    >
      <span>
        {formatPlural(cleared.queries.length, 'search', 'searches')} cleared. You can undo this for ten minutes.
        {restore.error && ` ${describeFailure(restore.error).message}.`}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={restore.isPending}
        onClick={() => restore.mutate(cleared.queries)}
      >
        Undo
      </Button>
    </Flex>
  )
}
