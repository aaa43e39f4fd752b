import type { Story, StoryCard } from '@auspex/sdk'
import { Box, Button, Skeleton, TextInput, ActionIcon, Menu } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconPlus,
  IconSearch,
  IconPresentation,
  IconSearchOff,
  IconDots,
  IconPencil,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { useDelayedChanges } from '../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { numberWords } from './cards/card-words.ts'
import { toSeries } from './cards/series.model.ts'
import { NewStory } from './new-story.tsx'
import classes from './stories.module.css'
import { storiesOptions, sendStoryDeletion, meOptions } from './stories.queries.ts'

/** A tile for a story: a preview, its title, and how recent it is. */
const StoryTile = ({ story, onDelete }: { story: Story; onDelete: () => void }) => {
  const now = useNow()
  const { data: me } = useQuery(meOptions(useClient()))
  const { id, displayTitle, organizationGroupId, cards, updatedAt } = story
  const group = me?.groups.find((candidate) => candidate.id === organizationGroupId)
  return (
    <li className={`${surfaces.panel} ${classes.tile}`}>
      <StoryPreview cards={cards} />
      <div className={classes.listWords}>
        <h2 className={`${textStyles.title} ${classes.listTitle}`}>
          <Link to="/stories/$storyId" params={{ storyId: id }}>
            {displayTitle}
          </Link>
        </h2>
        <p className={textStyles.caption}>
          {formatPlural(cards.length, 'card')} ·{' '}
          <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
            changed {formatSince(updatedAt, now)}
          </time>
        </p>
        {organizationGroupId !== null && (
          <p className={`${textStyles.caption} ${classes.group}`}>
            <IconUsersGroup size={14} stroke={1.7} aria-hidden /> {group?.name ?? 'A group'}
          </p>
        )}
      </div>
      <StoryMenu story={story} onDelete={onDelete} />
    </li>
  )
}

const StoryMenu = ({ story: { id, displayTitle }, onDelete }: { story: Story; onDelete: () => void }) => {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={`More for ${displayTitle}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/stories/$storyId', params: { storyId: id } })}
        >
          Open
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPresentation size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/stories/$storyId/present', params: { storyId: id } })}
        >
          Present
        </Menu.Item>
        <ShareMenuItem item={{ kind: 'story', itemId: id, title: displayTitle }} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The first card suited to a preview: a chart, a number, a quotation, or text. Screen readers miss nothing: the title follows. */
const StoryPreview = ({ cards }: { cards: readonly StoryCard[] }) => (
  <div className={classes.preview} aria-hidden>
    <Glance cards={cards} />
  </div>
)

const Glance = ({ cards }: { cards: readonly StoryCard[] }) => {
  const contents = cards.map(({ content }) => content)
  const points = contents.flatMap((content) =>
    (content.kind === 'chart' && content.measure !== 'tone') ||
    (content.kind === 'section' && content.section === 'volume')
      ? [content.points]
      : [],
  )
  const chart = points.find(({ length }) => length > 1)
  if (chart)
    return <Sparkline values={toSeries(chart).steps.map(({ value }) => value)} label="" width={240} height={72} />
  const number = contents.find((content) => content.kind === 'number' && content.value !== null)
  if (number?.kind === 'number' && number.value !== null)
    return (
      <>
        <b className={classes.figure}>{numberWords[number.measure].format(number.value)}</b>
        <span>{numberWords[number.measure].noun}</span>
      </>
    )
  const words = contents.find(({ kind }) => kind === 'quote' || kind === 'text')
  if (words?.kind === 'quote') return <p className={classes.glance}>“{words.text}”</p>
  if (words?.kind === 'text' && words.text.trim() !== '')
    return <p className={classes.glance}>{toPlainLines(words.text)}</p>
  return <IconPresentation size={26} stroke={1.4} />
}

/** Markdown as plain preview text: one line per non-empty line, a dot before list items. */
const toPlainLines = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*(?:[-*+]|\d+\.)\s+/gm, '• ')
    .replaceAll(/[#*_`>]/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')

/** A grid of stories, most recently changed first; one that is being deleted is hidden while that can be undone. */
const StoryGrid = ({ stories }: { stories: readonly Story[] }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { hiddenIds, delay } = useDelayedChanges()
  return (
    <ul className={classes.grid} aria-label="Stories">
      {stories
        .filter(({ id }) => !hiddenIds.has(id))
        .map((story) => (
          <StoryTile
            key={story.id}
            story={story}
            onDelete={() =>
              delay({
                ids: [story.id],
                text: `“${story.displayTitle}” is deleted, and its share links end.`,
                send: (options) => sendStoryDeletion({ client, queryClient, ...options }, story.id),
              })
            }
          />
        ))}
    </ul>
  )
}

const NoStories = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    icon={<IconPresentation size={22} aria-hidden />}
    title="No stories yet"
    text="A story presents your findings on cards. Give it a title, then press A in any report to add charts, numbers and quotes."
    action={<Button onClick={onCreate}>Create a story</Button>}
  />
)

const NoStoryOfThatName = ({ words, onClear }: { words: string; onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={22} aria-hidden />}
    title={`No stories match “${words}”`}
    text="Titles are searched; case does not matter."
    action={
      <Button variant="default" onClick={onClear}>
        Show all stories
      </Button>
    }
  />
)

const route = getRouteApi('/stories/')
const searchPauseMs = 250

/** The stories of a person and their groups. */
export const StoriesPage = () => {
  const { q = '', new: isNew } = route.useSearch()
  const navigate = useNavigate()
  const [words, setWords] = useState(q)
  const [searchTerm] = useDebouncedValue(words.trim(), searchPauseMs)
  const { data, error, refetch, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    storiesOptions(useClient(), searchTerm),
  )
  useEffect(() => {
    if (searchTerm !== q)
      void navigate({ to: '/stories', search: { q: searchTerm || undefined }, replace: true, resetScroll: false })
  }, [searchTerm, q, navigate])
  const stories = data?.pages.flatMap(({ items }) => items) ?? []
  const total = data?.pages[0]?.page.total ?? 0
  const setNew = (isOpen: boolean) =>
    void navigate({
      to: '/stories',
      search: { q: searchTerm || undefined, new: isOpen ? '1' : undefined },
      replace: true,
      resetScroll: false,
    })
  const isEmpty = data !== undefined && total === 0 && searchTerm === ''
  return (
    <Page>
      <title>Stories · Auspex</title>
      <div className={layout.head}>
        <div>
          <h1>Stories</h1>
          <p className={textStyles.lead}>
            Present what your signals show: charts, numbers, quotes and your own words, on cards that stay up to date or
            keep the values of one moment.
          </p>
        </div>
        {!isEmpty && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
            New story
          </Button>
        )}
      </div>
      {isNew !== undefined && <NewStory onCancel={() => setNew(false)} />}
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.grid} role="group" aria-busy="true" aria-label="Loading the stories">
            {[0, 1, 2, 3, 4, 5].map((key) => (
              <Skeleton key={key} height={190} radius="md" />
            ))}
          </div>
        )
      ) : isEmpty ? (
        isNew === undefined && <NoStories onCreate={() => setNew(true)} />
      ) : (
        <div className={surfaces.fading} aria-busy={isPlaceholderData}>
          <div className={`${layout.tools} ${classes.tools}`}>
            <TextInput
              type="search"
              aria-label="Find a story"
              placeholder="Find a story"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={words}
              maxLength={200}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Box component="output" className={textStyles.caption}>
              {formatPlural(total, 'story', 'stories')}
            </Box>
          </div>
          {stories.length === 0 ? (
            <NoStoryOfThatName words={searchTerm} onClear={() => setWords('')} />
          ) : (
            <StoryGrid stories={stories} />
          )}
          {hasNextPage && (
            <Box ta="center" mt={24}>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                More stories
              </Button>
            </Box>
          )}
        </div>
      )}
    </Page>
  )
}
