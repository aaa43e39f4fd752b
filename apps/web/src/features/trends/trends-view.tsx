import { Box, Stack } from '@mantine/core'
import { type TrendList } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { countryName } from '../../lib/countries.ts'
import { formatDay } from '../../lib/format.ts'
import { statisticsWords } from '../../lib/statistics-words.ts'
import { tellQuietWindows, useGrowth } from '../../lib/use-growth.ts'
import { Section } from '../../ui/section.tsx'
import { Why } from '../../ui/why.tsx'
import surfaces from '../../ui/surfaces.module.css'
import { GrownTerms } from './grown-terms.tsx'
import { QueryResult } from './query-result.tsx'
import { TrendFilters } from './trend-filters.tsx'
import { TrendWindow } from './trend-window.tsx'
import { categoriesOptions, trendsOptions } from './trends.queries.ts'
import type { TrendsSearch } from './trends.search.ts'
import classes from './trends-view.module.css'

/** Growing terms of the library, of a country, or of a category, as of any day. */
export const TrendsView = ({ search }: { search: TrendsSearch }) => {
  const client = useClient()
  const { geo, category, window, asOf } = search
  const { data: categories } = useQuery(categoriesOptions(client))
  const { query, quietWindows } = useGrowth(
    (days) => trendsOptions(client, { geo, category, asOf, window: days === undefined ? window : `${days}` }),
    window !== undefined,
  )
  const name = categories?.items.find(({ id }) => id === category)?.name
  const title = [name ?? 'Growing terms', geo && `in ${countryName(geo)}`].filter(Boolean).join(' ')
  return (
    <Stack gap={28}>
      <div className={classes.filters}>
        <TrendFilters search={search} />
        <TrendWindow search={search} trends={query.data} />
      </div>
      <Section
        title={title}
        aside={
          <Why label="Growth and its interval:" text={`${statisticsWords.storyGrowth} ${statisticsWords.interval}`} />
        }
        hint={query.data && hintOf(query.data, asOf, quietWindows)}
      >
        <QueryResult query={query} label="Loading trends">
          {(trends) => (
            <Box className={surfaces.fading} aria-busy={query.isPlaceholderData}>
              <GrownTerms trends={trends} title={title} search={search} quietWindows={quietWindows} />
            </Box>
          )}
        </QueryResult>
      </Section>
    </Stack>
  )
}

const hintOf = (
  { asOf, windowDays, basis }: Pick<TrendList, 'asOf' | 'windowDays' | 'basis'>,
  chosenDay: string | undefined,
  quietWindows: readonly number[],
): string | undefined => {
  if (asOf === null) return undefined
  const moved =
    chosenDay !== undefined && chosenDay !== asOf
      ? `Nothing covers ${formatDay(chosenDay)} well enough; this is as of ${formatDay(asOf)}, the last covered day before it.`
      : ''
  const of =
    basis === 'source-share'
      ? 'of all that each source published'
      : 'of what this library holds, which depends on its searches too'
  const span = `Stories of the ${windowDays} days to ${formatDay(asOf)} against the ${windowDays} days before, as a share ${of}. Only days that a source covers are compared.`
  return [tellQuietWindows(quietWindows, windowDays), moved, span].filter(Boolean).join(' ')
}
