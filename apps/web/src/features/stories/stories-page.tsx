import { Box, Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { NewStory } from './new-story.tsx'
import { NoStories, NoStoryOfThatName } from './no-stories.tsx'
import { storiesOptions } from './stories.queries.ts'
import { StoryGrid } from './story-grid.tsx'
import classes from './stories-page.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/stories/')
const searchPauseMs = 250

/** The stories of a person and of their groups. */
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
      <div className={classes.head}>
        <div>
          <h1>Stories</h1>
          <p className={textStyles.lead}>
            Tell what your signals say: charts, numbers, quotes and your own words on cards that stay up to date, or
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
          <div className={classes.tools}>
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
