import { Button } from '@mantine/core'
import type { NewsCluster } from '@auspex/sdk'
import { IconNews } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useClient } from '../../lib/api.tsx'
import { formatDayRange, formatPlural, formatTone } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from './loaded.tsx'
import { TrendFilters } from './trend-filters.tsx'
import { storiesOptions } from './trends.queries.ts'
import type { TrendsSearch } from './trends.search.ts'
import classes from './stories-view.module.css'
import listClasses from './trends-view.module.css'

/** Stories of the library's last days: near-copies told by several outlets. */
export const StoriesView = ({ search }: { search: TrendsSearch }) => {
  const { geo, category } = search
  const query = useInfiniteQuery(storiesOptions(useClient(), { ...(geo && { geo }), ...(category && { category }) }))
  return (
    <div className={listClasses.view}>
      <TrendFilters search={search} />
      <Section
        title="Stories"
        hint="Near-duplicate documents of the last seven days, told by many outlets and lately first."
      >
        <Loaded query={query} label="Loading stories">
          {({ pages }) => {
            const stories = pages.flatMap(({ items }) => items)
            return stories.length === 0 ? (
              <EmptyState
                level={3}
                icon={<IconNews size={20} aria-hidden />}
                title="No story was told twice"
                text={
                  geo === undefined && category === undefined
                    ? 'A story appears when two outlets say the same in the last seven days of the library.'
                    : 'No story of the last seven days of the library belongs to this country and category.'
                }
                action={
                  geo === undefined && category === undefined ? (
                    <LinkButton to="/">Search a topic</LinkButton>
                  ) : (
                    <LinkButton to="/trends" search={{ view: 'stories' }}>
                      Show all stories
                    </LinkButton>
                  )
                }
              />
            ) : (
              <>
                <ol className={classes.list}>
                  {stories.map((story) => (
                    <StoryItem key={story.id} story={story} />
                  ))}
                </ol>
                {query.hasNextPage && (
                  <Button
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    More stories
                  </Button>
                )}
              </>
            )
          }}
        </Loaded>
      </Section>
    </div>
  )
}

/** Outlets that one line holds. */
const shownOutlets = 4

const StoryItem = memo(({ story }: { story: NewsCluster }) => {
  const { title, topic, why, outlets, independentOutlets, firstPublishedAt, lastPublishedAt, toneMean } = story
  const more = independentOutlets - Math.min(outlets.length, shownOutlets)
  return (
    <li className={classes.story}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.why}>{why}</p>
      <p className={classes.facts}>
        {outlets.slice(0, shownOutlets).join(', ')}
        {more > 0 && ` and ${formatPlural(more, 'more outlet', 'more outlets')}`} ·{' '}
        <span className={classes.fact}>
          {formatDayRange(firstPublishedAt.slice(0, 10), lastPublishedAt.slice(0, 10))}
          {toneMean !== null && ' ·'}
        </span>{' '}
        {toneMean !== null && <span className={classes.fact}>tone {formatTone(toneMean)}</span>}
      </p>
      {topic !== null && (
        <Link className={classes.search} to="/search" search={{ term: topic }}>
          Search {topic}
        </Link>
      )}
    </li>
  )
})
