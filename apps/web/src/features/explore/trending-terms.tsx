import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Trend, TrendList } from '@auspex/sdk'
import { memo } from 'react'
import { IconTrendingUp } from '@tabler/icons-react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { formatDay } from '../../lib/numbers/format.ts'
import {
  isCertain,
  toHeadline,
  toMeasuredRow,
  describeQuietLibrary,
  describeQuietWindows,
  useGrowth,
} from '../../lib/words/trends.ts'
import { DrivingHeadlines, MeasuredRow } from '../../ui/measured-row.tsx'
import { Section } from '../../ui/page.tsx'
import { categoriesOptions, trendsOptions } from './explore.queries.ts'
import { EmptyLibrary, EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { Why } from '../../ui/values.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** Rows of the short list; the trends page shows all. */
const shownTerms = 6
/** Headlines beside each. */
const shownHeadlines = 2

/** Topics that grew for certain in the library. */
export const TrendingTerms = () => {
  const client = useClient()
  const { query, quietWindows } = useGrowth((windowDays) => trendsOptions(client, windowDays))
  const { data, error, refetch } = query
  const isEmpty = data?.latestDay === null
  const certain = data?.items.filter(isCertain).slice(0, shownTerms) ?? []
  return (
    <Section
      title={isEmpty ? 'First steps' : 'Growing topics'}
      aside={
        !isEmpty && (
          <Why label="Growth and its interval:" text={`${statisticsWords.storyGrowth} ${statisticsWords.interval}`} />
        )
      }
      hint={data?.asOf ? hintOf(data, data.asOf, quietWindows) : undefined}
      actions={
        data && certain.length > 0 ? (
          <Link className={`${textStyles.text} ${textStyles.link} ${textStyles.strong}`} to="/trends" search={{}}>
            All trends
          </Link>
        ) : undefined
      }
    >
      {error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack gap={2} role="group" aria-busy="true" aria-label="Loading trends">
          {[0, 1, 2, 3, 4, 5].map((key) => (
            <Skeleton key={key} height={76} radius="md" />
          ))}
        </Stack>
      ) : isEmpty ? (
        <EmptyLibrary
          canSearchAbove
          action={
            <LinkButton to="/sources" variant="default">
              See the sources
            </LinkButton>
          }
        />
      ) : certain.length === 0 ? (
        <NoTrends trends={data} quietWindows={quietWindows} />
      ) : (
        <RovingList component="ol" gap={2}>
          {certain.map((trend) => (
            <TrendRow key={trend.term} trend={trend} windows={data} />
          ))}
        </RovingList>
      )}
    </Section>
  )
}

const hintOf = ({ windowDays }: TrendList, asOf: string, quietWindows: readonly number[]): string => {
  const span = `${windowDays} days to ${formatDay(asOf)}, against the ${windowDays} before`
  return [describeQuietWindows(quietWindows, windowDays), span].filter(Boolean).join(' ')
}

const TrendRow = memo(({ trend, windows }: { trend: Trend; windows: TrendList }) => (
  <li>
    <Link className={textStyles.plain} to="/search" search={{ term: trend.query }} title={trend.why}>
      <MeasuredRow {...toMeasuredRow(trend, windows)} />
    </Link>
    <DrivingHeadlines headlines={trend.headlines.slice(0, shownHeadlines).map(toHeadline)} />
  </li>
))

/** How many starter topics are shown. */
const maxStarterTopics = 8

/** Starter topics, shown if no term grew or the library covers too few days. */
const NoTrends = ({ trends, quietWindows }: { trends: TrendList; quietWindows: readonly number[] }) => {
  const { data } = useQuery(categoriesOptions(useClient()))
  const topics = data?.items.flatMap((category) => category.terms.slice(0, 1)).slice(0, maxStarterTopics) ?? []
  return (
    <EmptyState
      level={3}
      icon={<IconTrendingUp size={20} aria-hidden />}
      title={trends.asOf ? 'Nothing grew for certain' : 'No trends yet'}
      text={
        trends.asOf
          ? describeQuietLibrary(quietWindows, trends.windowDays)
          : 'Trends appear once the library covers two periods to compare. Start with a topic.'
      }
      action={
        topics.length > 0 && (
          <RovingList wraps gap={8} justify="center" aria-label="Topics to start with">
            {topics.map((term) => (
              <li key={term}>
                <Link className={surfaces.chip} to="/search" search={{ term }}>
                  {term}
                </Link>
              </li>
            ))}
          </RovingList>
        )
      }
    />
  )
}
