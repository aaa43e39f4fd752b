import type { NewsCluster, NewsClusterLife, NewsLineage } from '@auspex/sdk'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatCount, formatPlural } from '../../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../../lib/time/format.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import news from '../news.module.css'
import classes from './story.module.css'
import { storiesOptions } from '../news.queries.ts'
import { searchFiltersOf, type NewsSearch } from '../news.search.ts'
import { HiddenNote, OlderNews } from '../reading/list-notes.tsx'

/** The stories in the articles of a feed, most relevant first. */
export const StoryList = ({ search }: { search: NewsSearch }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    storiesOptions(useClient(), search),
  )
  if (data === undefined)
    return error ? (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
    ) : (
      <Stack gap={10} role="group" aria-busy="true" aria-label="Loading the headlines">
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} height={120} radius="md" />
        ))}
      </Stack>
    )
  const stories = data.pages.flatMap(({ items }) => items)
  const first = data.pages[0]
  return (
    <div>
      {(first?.pending ?? 0) > 0 && (
        <p className={textStyles.note} role="status">
          {formatPlural(first?.pending ?? 0, 'article is', 'articles are')} still being compared with others.
        </p>
      )}
      <HiddenNote hidden={first?.hidden ?? []} search={search} />
      {stories.length === 0 ? (
        <EmptyState
          icon={<IconVersions size={22} aria-hidden />}
          title="Nothing is covered twice here"
          text="A headline appears here when two articles cover it in their own words. Single articles are in the feed."
          action={
            <Group gap={8} justify="center">
              <OlderNews search={search} />
              <LinkButton
                variant="default"
                to="/news"
                search={{ ...searchFiltersOf(search), feed: search.feed, view: undefined }}
              >
                Show the articles
              </LinkButton>
            </Group>
          }
        />
      ) : (
        <ol className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Headlines">
          {stories.map((story) => (
            <StoryRow key={story.id} story={story} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" mt={14} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More headlines
        </Button>
      )}
    </div>
  )
}

const StoryRow = ({ story }: { story: NewsCluster }) => {
  const now = useNow()
  const { id, title, documents, independentOutlets, outletCount, outlets, lastPublishedAt, life, why } = story
  return (
    <li className={classes.story}>
      <p className={`${textStyles.small} ${classes.sourceLine}`}>
        {life && <span className={textStyles.strong}>{phaseWords[life.phase]}</span>}
        <time dateTime={lastPublishedAt} title={formatInstant(lastPublishedAt)}>
          {formatSince(lastPublishedAt, now)}
        </time>
        {life && life.unread > 0 && <span>{formatCount(life.unread)} unread</span>}
      </p>
      <h2 className={`${textStyles.title} ${textStyles.breakable} ${classes.title}`}>
        <Link to="/news/$clusterId" params={{ clusterId: id }} preload={false}>
          {title}
        </Link>
      </h2>
      {life?.brief && <p className={`${textStyles.text} ${classes.brief}`}>{life.brief}</p>}
      <p className={`${textStyles.caption} ${news.facts}`} title={why}>
        <span>{formatPlural(documents, 'article')}</span>
        <span>
          {independentOutlets === 1 && outletCount > 1 && 'one text in '}
          {formatPlural(outletCount, 'outlet')}: {outlets.slice(0, 3).join(', ')}
          {outletCount > 3 && ' …'}
        </span>
        {life && life.countries.length > 0 && (
          <span>
            {life.countries
              .slice(0, 3)
              .map(({ country }) => countryName(country))
              .join(', ')}
          </span>
        )}
      </p>
    </li>
  )
}

export const phaseWords: Readonly<Record<NewsClusterLife['phase'], string>> = {
  developing: 'Developing',
  quiet: 'Quiet',
  over: 'Over',
}

export const lineageWords: Readonly<Record<NewsLineage['kind'], string>> = {
  began: 'Began',
  grew: 'Grew',
  merged: 'Merged with another',
  split: 'Split in two',
}
