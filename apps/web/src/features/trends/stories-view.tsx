import { Box, Button, Flex, Stack } from '@mantine/core'
import type { NewsCluster } from '@auspex/sdk'
import { IconNews } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatPlural, formatTone } from '../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../lib/time/format.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryResult, TrendFilters } from './trend-filters.tsx'
import { storiesOptions } from './trends.queries.ts'
import type { TrendsSearch } from './trends.search.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Stories of the library's last days: near-copies published by several outlets. */
export const StoriesView = ({ search }: { search: TrendsSearch }) => {
  const { geo, category, asOf } = search
  const query = useInfiniteQuery(
    storiesOptions(useClient(), { ...(geo && { geo }), ...(category && { category }), ...(asOf && { asOf }) }),
  )
  return (
    <Stack gap={28}>
      <TrendFilters search={search} />
      <Section
        title="Headlines"
        hint={`What several outlets reported in the ${asOf === undefined ? 'last seven days of the library' : `seven days to ${formatDay(asOf)}`}. Most outlets and latest first.`}
      >
        <QueryResult query={query} label="Loading headlines">
          {({ pages }) => {
            const stories = pages.flatMap(({ items }) => items)
            return stories.length === 0 ? (
              <EmptyState
                level={3}
                icon={<IconNews size={20} aria-hidden />}
                title="Nothing was covered twice"
                text={
                  geo === undefined && category === undefined
                    ? 'A headline appears here when two outlets report the same thing in the last seven days of the library.'
                    : 'No headline from the last seven days of the library belongs to this country and category.'
                }
                action={
                  geo === undefined && category === undefined ? (
                    <LinkButton to="/">Search a topic</LinkButton>
                  ) : (
                    <LinkButton to="/trends" search={{ view: 'stories' }}>
                      Show all headlines
                    </LinkButton>
                  )
                }
              />
            ) : (
              <>
                <Stack component="ol" className={surfaces.lines} gap={0} mt={-12} mb={20}>
                  {stories.map((story) => (
                    <StoryItem key={story.id} story={story} />
                  ))}
                </Stack>
                {query.hasNextPage && (
                  <Button
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    More headlines
                  </Button>
                )}
              </>
            )
          }}
        </QueryResult>
      </Section>
    </Stack>
  )
}

/** How many outlets fit in a line. */
const shownOutlets = 4

const StoryItem = memo(({ story }: { story: NewsCluster }) => {
  const { title, topic, why, outlets, outletCount, firstPublishedAt, lastPublishedAt, toneMean } = story
  const more = outletCount - Math.min(outlets.length, shownOutlets)
  return (
    <Flex component="li" py={16} direction="column" gap={4} align="flex-start">
      <Box component="h3" className={textStyles.breakable} fz="lead" lh={1.4}>
        {title}
      </Box>
      <Box component="p" className={textStyles.text} lh={1.5} maw="90ch">
        {why}
      </Box>
      <Box component="p" className={`${textStyles.note} ${textStyles.breakable}`} maw="90ch">
        {outlets.slice(0, shownOutlets).join(', ')}
        {more > 0 && ` and ${formatPlural(more, 'more outlet', 'more outlets')}`} ·{' '}
        <span className={textStyles.nowrap}>
          {formatDayRange(firstPublishedAt.slice(0, 10), lastPublishedAt.slice(0, 10))}
          {toneMean !== null && ' ·'}
        </span>{' '}
        {toneMean !== null && <span className={textStyles.nowrap}>tone {formatTone(toneMean)}</span>}
      </Box>
      {topic !== null && (
        <Link
          className={`${textStyles.text} ${textStyles.link} ${textStyles.strong}`}
          to="/search"
          search={{ term: topic }}
        >
          Search {topic}
        </Link>
      )}
    </Flex>
  )
})
