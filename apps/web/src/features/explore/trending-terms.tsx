import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Trend, TrendList } from '@auspex/sdk'
import { memo } from 'react'
import { IconTrendingUp } from '@tabler/icons-react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { formatCount, formatDay, formatGrowth, formatPlural } from '../../lib/format.ts'
import { MeasuredRow } from '../../ui/measured-row.tsx'
import { Section } from '../../ui/section.tsx'
import { categoriesOptions, trendsOptions } from './explore.queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import { statisticsWords } from '../../lib/statistics-words.ts'
import { Why } from '../../ui/why.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** What the library says more of than before. */
export const TrendingTerms = () => {
  const client = useClient()
  const { data, error, refetch } = useQuery(trendsOptions(client))
  const hint = data?.asOf
    ? `Growth of the ${data.windowDays} days to ${formatDay(data.asOf)} against the ${data.windowDays} before, with its 95 % interval`
    : undefined
  return (
    <Section
      title="Trending in the library"
      aside={<Why label="Growth and its interval:" text={`${statisticsWords.growth} ${statisticsWords.interval}`} />}
      hint={hint}
      actions={
        data && data.items.length > 0 ? (
          <Link className={`${textStyles.text} ${textStyles.link} ${textStyles.strong}`} to="/trends">
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
            <Skeleton key={key} height={52} radius="md" />
          ))}
        </Stack>
      ) : data.items.length === 0 ? (
        <NoTrends trends={data} />
      ) : (
        <RovingList component="ol" gap={2}>
          {data.items.map((trend) => (
            <TrendRow key={trend.term} trend={trend} windowDays={data.windowDays} />
          ))}
        </RovingList>
      )}
    </Section>
  )
}

const TrendRow = memo(({ trend, windowDays }: { trend: Trend; windowDays: number }) => (
  <li>
    <Link className={textStyles.plain} to="/search" search={{ term: trend.term }} title={trend.why}>
      <MeasuredRow
        title={trend.term}
        caption={`${formatPlural(trend.documents, 'document')}, ${formatCount(trend.previous)} before`}
        values={trend.days}
        valuesLabel={`Documents a day over the last ${windowDays * 2} days`}
        {...formatGrowth(trend.momentum)}
      />
    </Link>
  </li>
))

/** How many topics to begin with are shown. */
const mostStarterTopics = 8

/** Shown when no term grew or the library has too few days: topics to begin with instead. */
const NoTrends = ({ trends }: { trends: TrendList }) => {
  const { data } = useQuery(categoriesOptions(useClient()))
  const topics = data?.items.flatMap((category) => category.terms.slice(0, 1)).slice(0, mostStarterTopics) ?? []
  return (
    <EmptyState
      level={3}
      icon={<IconTrendingUp size={20} aria-hidden />}
      title={trends.asOf ? 'No term grew clearly' : 'No trends yet'}
      text={
        trends.asOf
          ? `No term was clearly more frequent in the last ${trends.windowDays} days of the library than in the days before.`
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
