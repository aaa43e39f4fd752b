import { Box, Flex, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Trend, TrendList } from '@auspex/sdk'
import { memo } from 'react'
import { IconTrendingUp } from '@tabler/icons-react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { formatDay } from '../../lib/time/format.ts'
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
import { categoriesOptions, recentSearchesOptions, trendsOptions } from './explore.queries.ts'
import { EmptyLibrary, EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import textStyles from '../../ui/text-styles.module.css'
import classes from './explore.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** Rows of the short list; the trends page shows all. */
const shownTerms = 5
/** Examples below the search field. */
const maxExamples = 3
/** Headlines beside each. */
const shownHeadlines = 2

/** Growing topics of the library as examples to search: those of the year that the list below does not show. A person who has searched needs none. */
export const ExampleTopics = () => {
  const client = useClient()
  const { query } = useGrowth((windowDays) => trendsOptions(client, windowDays))
  const { data: year, isLoading } = useQuery({ ...trendsOptions(client, 365), enabled: query.data?.asOf != null })
  const { data: recent } = useQuery(recentSearchesOptions(client))
  // what is below must not move when they come
  const noExamples = <Box mt={12} className={classes.examples} />
  if (query.isLoading || isLoading || recent === undefined || recent.items.length > 0) return noExamples
  const listed = new Set(
    query.data?.items
      .filter(isCertain)
      .slice(0, shownTerms)
      .map(({ term }) => term),
  )
  const growing = [...(query.data?.items ?? []), ...(year?.items ?? [])].filter(
    (trend) => isCertain(trend) && trend.change !== 'fell' && !listed.has(trend.term),
  )
  const others = [...new Map(growing.map((trend) => [trend.term, trend])).values()]
  const names = others.filter(({ term }) => isNameOrPhrase(term))
  const examples = (names.length < 2 ? others : names).slice(0, maxExamples)
  if (examples.length === 0) return noExamples
  return (
    <Flex className={`${textStyles.note} ${classes.examples}`} mt={12} gap="2px 14px" wrap="wrap" align="baseline">
      <span id="examples">For example</span>
      <RovingList wraps gap="2px 14px" aria-labelledby="examples">
        {examples.map(({ term, query: text }) => (
          <li key={term}>
            <Link className={`${textStyles.link} ${classes.example}`} to="/search" search={{ term: text }}>
              {term}
            </Link>
          </li>
        ))}
      </RovingList>
    </Flex>
  )
}

/** A lower-case word, such as “cases”, says too little as an example. */
const isNameOrPhrase = (term: string): boolean => term.includes(' ') || term !== term.toLowerCase()

/** Topics that clearly grew in the library. */
export const TrendingTerms = () => {
  const client = useClient()
  const { query, quietWindows } = useGrowth((windowDays) => trendsOptions(client, windowDays))
  const { data, error, refetch } = query
  const isEmpty = data?.latestDay === null
  const certain = data?.items.filter(isCertain).slice(0, shownTerms) ?? []
  return (
    <Section
      title={isEmpty ? 'First steps' : 'Growing topics'}
      hint={data?.asOf ? hintOf(data, data.asOf, quietWindows) : undefined}
      actions={
        data && certain.length > 0 ? (
          <Link className={`${textStyles.text} ${textStyles.link} ${textStyles.strong}`} to="/trends" search={{}}>
            All growing topics
          </Link>
        ) : undefined
      }
    >
      {error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <GrowingTerms trends={data} certain={certain} quietWindows={quietWindows} />
      )}
    </Section>
  )
}

interface GrowingTermsProps {
  /** Undefined until they have loaded. */
  trends: TrendList | undefined
  /** Those that clearly grew. */
  certain: readonly Trend[]
  quietWindows: readonly number[]
}

const GrowingTerms = ({ trends, certain, quietWindows }: GrowingTermsProps) => {
  if (trends === undefined)
    return (
      <Stack gap={2} role="group" aria-busy="true" aria-label="Loading trends">
        {[0, 1, 2, 3, 4, 5].map((key) => (
          <Skeleton key={key} height={76} radius="md" />
        ))}
      </Stack>
    )
  if (trends.latestDay === null)
    return (
      <EmptyLibrary
        canSearchAbove
        action={
          <LinkButton to="/sources" variant="default">
            See the sources
          </LinkButton>
        }
      />
    )
  if (certain.length === 0) return <NoTrends trends={trends} quietWindows={quietWindows} />
  return (
    <RovingList component="ol" gap={2}>
      {certain.map((trend) => (
        <TrendRow key={trend.term} trend={trend} windows={trends} />
      ))}
    </RovingList>
  )
}

const hintOf = ({ windowDays }: TrendList, asOf: string, quietWindows: readonly number[]): string => {
  const span = `In the ${windowDays} days to ${formatDay(asOf)}.`
  return [span, describeQuietWindows(quietWindows, windowDays)].filter(Boolean).join(' ')
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
      title={trends.asOf ? 'Nothing is clearly growing' : 'No trends yet'}
      text={
        trends.asOf
          ? describeQuietLibrary(quietWindows, trends.windowDays)
          : 'Trends appear once the library covers two periods that can be compared. Until then, start with a topic.'
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
