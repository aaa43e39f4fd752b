import type { RecentSearch } from '@auspex/sdk'
import { getStatusQueryOptions } from '@auspex/sdk/react'
import { CloseButton, Flex, Button, Skeleton, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconFlaskOff, IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type PropsWithChildren, useEffect } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatSince } from '../../lib/time/format.ts'
import { useModules } from '../../lib/people/modules.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'
import { Page, Section } from '../../ui/page.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { type ClearedSearches, dropClearedSearches, isRestorable, useClearedSearches } from './cleared-searches.ts'
import classes from './explore.module.css'
import {
  personOptions,
  recentSearchesOptions,
  useClearRecentSearches,
  useRestoreRecentSearches,
} from './explore.queries.ts'
import { captionOf } from './query-caption.ts'
import { SeveralTopics } from './several/several-topics.tsx'
import { TopicForm } from './topic-form.tsx'
import { ExampleTopics, TrendingTerms } from './trending-terms.tsx'

const SearchLinks = ({ searches }: { searches: readonly RecentSearch[] }) => {
  const nameSource = useSourceNames()
  const now = useNow()
  return (
    <RovingList gap={2}>
      {searches.map(({ id, signalId, query, searchedAt }) => (
        <li key={id}>
          <Link
            className={`${surfaces.row} ${textStyles.plain} ${classes.item}`}
            to="/signals/$signalId"
            params={{ signalId }}
          >
            <span className={`${textStyles.strong} ${textStyles.breakable}`}>{query.title}</span>
            <span className={textStyles.caption}>
              {[captionOf(query, nameSource), formatSince(searchedAt, now)].filter(Boolean).join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </RovingList>
  )
}

/** How many searches the page shows; the search field offers those before. */
const maxSearches = 5

/** The person's own searches, with a clear action that can be undone. */
const RecentSearches = () => {
  const client = useClient()
  const { data, error, refetch } = useQuery(recentSearchesOptions(client))
  const clear = useClearRecentSearches(client)
  const searches = data?.items ?? []
  const now = useNow()
  const { data: personId } = useQuery(personOptions(client))
  const cleared = useClearedSearches()
  const undoable = cleared && isRestorable(cleared, personId, now) ? cleared : null
  const isOver = cleared !== null && personId !== undefined && undoable === null
  useEffect(() => {
    if (isOver) dropClearedSearches()
  }, [isOver])
  return (
    <Section title="Recent searches">
      {clear.error && <ErrorView {...describeFailure(clear.error)} onCancel={clear.reset} />}
      {undoable && <UndoClear cleared={undoable} />}
      {error && <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Stack gap={2} role="group" aria-busy="true" aria-label="Loading recent searches">
          {[0, 1, 2, 3].map((key) => (
            <Skeleton key={key} height={52} radius="md" />
          ))}
        </Stack>
      )}
      {!error && data?.items.length === 0 && !undoable && (
        <EmptyState
          level={3}
          icon={<IconClockHour4 size={20} aria-hidden />}
          title="No searches yet"
          text="Only you can see your searches. Start with a topic above, or pick one that is growing."
        />
      )}
      {!error && searches.length > 0 && <SearchLinks searches={searches.slice(0, maxSearches)} />}
      {searches.length > 0 && (
        <Button
          className={classes.clear}
          variant="subtle"
          color="gray"
          size="compact-sm"
          mt={8}
          ml={-8}
          onClick={() => clear.mutate(searches)}
          loading={clear.isPending}
        >
          Clear recent searches
        </Button>
      )}
    </Section>
  )
}

/** The searches are already deleted on the server; undo saves them again. */
const UndoClear = ({ cleared }: { cleared: ClearedSearches }) => {
  const restore = useRestoreRecentSearches(useClient())
  return (
    <Flex
      component="output"
      className={surfaces.panel}
      mb={8}
      py={12}
      px={16}
      fz="text"
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

/** Explains once why topics of the demo no longer find anything. */
const DemoEndedNote = () => {
  const { data } = useQuery(getStatusQueryOptions({ request: { client: useClient() } }))
  const [isRead, setRead] = useLocalStorage({
    key: 'auspex.demo-ended-read',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (data?.demoEnded !== true || isRead) return null
  return (
    <Flex className={`${surfaces.callout} ${surfaces.accent}`} gap={12} align="flex-start" role="note">
      <IconFlaskOff style={{ flex: 'none', marginTop: 3 }} size={17} stroke={1.8} aria-hidden />
      <p style={{ flex: 1, margin: 0 }}>
        <strong>The demo has ended.</strong> Searches now find real documents only. Demo topics, such as “oat milk”, and
        reports saved from the demo may find nothing.
      </p>
      <CloseButton aria-label="Dismiss" onClick={() => setRead(true)} />
    </Flex>
  )
}

const route = getRouteApi('/')

/** The start page of every search. The route's children appear between the search form and the growing topics. */
export const HomePage = ({ children }: PropsWithChildren) => {
  const { several, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const isOn = useModules()
  const openSeveral = (isOpen: boolean) =>
    void navigate({ search: (before) => ({ ...before, several: isOpen ? '1' : undefined }), resetScroll: false })
  return (
    <Page>
      <div className={classes.hero}>
        <h1 className={classes.title}>What do you want to understand?</h1>
        {/* "Change the search" on another page links here with the search in the URL. */}
        <TopicForm
          key={JSON.stringify(search)}
          initial={search}
          onSeveral={isOn('signals') ? () => openSeveral(true) : undefined}
        />
        {isOn('trends') && <ExampleTopics />}
        {several === '1' && isOn('signals') && <SeveralTopics onClose={() => openSeveral(false)} />}
      </div>
      <DemoEndedNote />
      {children}
      <div className={`${layout.split} ${classes.columns}`}>
        {isOn('trends') && <TrendingTerms />}
        <RecentSearches />
      </div>
    </Page>
  )
}
