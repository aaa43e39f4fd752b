import { Stack } from '@mantine/core'
import { type TrendList } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { IconTrendingUp } from '@tabler/icons-react'
import { useClient } from '../../lib/api.tsx'
import { countryName } from '../../lib/countries.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { TrendRow } from './trend-row.tsx'
import { QueryResult } from './query-result.tsx'
import { TrendFilters } from './trend-filters.tsx'
import { categoriesOptions, categoryTrendsOptions, generalTrendsOptions } from './trends.queries.ts'
import type { TrendsSearch } from './trends.search.ts'
import { TrendsTable } from './trends-table.tsx'
import { RovingList } from '../../ui/roving-list.tsx'
import { statisticsWords } from '../../lib/statistics-words.ts'
import { Why } from '../../ui/why.tsx'

/** Trending terms of the library, of a country, or of a category. */
export const TrendsView = ({ search }: { search: TrendsSearch }) => {
  const client = useClient()
  const { geo, category } = search
  const { data: categories } = useQuery(categoriesOptions(client))
  const general = useQuery({ ...generalTrendsOptions(client, geo), enabled: category === undefined })
  const ofCategory = useQuery({
    ...categoryTrendsOptions(client, category ?? '', geo),
    enabled: category !== undefined,
  })
  const query = category === undefined ? general : ofCategory
  const name = categories?.items.find(({ id }) => id === category)?.name
  const title = [name ?? 'Trending terms', geo && `in ${countryName(geo)}`].filter(Boolean).join(' ')
  return (
    <Stack gap={28}>
      <TrendFilters search={search} />
      <Section
        title={title}
        aside={<Why label="Growth and its interval:" text={`${statisticsWords.growth} ${statisticsWords.interval}`} />}
        hint={query.data && hintOf(query.data)}
      >
        <QueryResult query={query} label="Loading trends">
          {(trends) =>
            trends.items.length > 0 ? (
              <>
                <RovingList component="ol" gap={2} mb={20}>
                  {trends.items.map((trend) => (
                    <TrendRow key={trend.term} trend={trend} windowDays={trends.windowDays} geo={geo} />
                  ))}
                </RovingList>
                <TrendsTable trends={trends} title={title} />
              </>
            ) : (
              <NothingGrew isNarrowed={geo !== undefined || category !== undefined} trends={trends} />
            )
          }
        </QueryResult>
      </Section>
    </Stack>
  )
}

const NothingGrew = ({ isNarrowed, trends }: { isNarrowed: boolean; trends: TrendList }) => (
  <EmptyState
    level={3}
    icon={<IconTrendingUp size={20} aria-hidden />}
    title={trends.asOf === null ? 'No trends yet' : 'No term grew clearly'}
    text={
      trends.asOf === null
        ? 'Trends appear once the library covers two periods to compare. Search a topic, or import documents.'
        : isNarrowed
          ? 'The library has too few documents here, in the two periods compared, to show a trend.'
          : `No term was clearly more frequent in the last ${trends.windowDays} days of the library than in the days before.`
    }
    action={
      isNarrowed ? (
        <LinkButton to="/trends">Show everything</LinkButton>
      ) : (
        <LinkButton to="/">Search a topic</LinkButton>
      )
    }
  />
)

const hintOf = ({ asOf, windowDays, basis, documents, previous }: TrendList): string | undefined =>
  asOf === null
    ? undefined
    : `Share of ${formatCount(documents)} documents in the ${windowDays} days to ${formatDay(asOf)} against ${formatCount(previous)} in the ${windowDays} before, ${
        basis === 'source-share'
          ? 'each source by its own total'
          : 'of what this library holds, which depends on its searches and imports too'
      }. Certain growth comes first: the order is by the lower end of the 95 % interval.`
