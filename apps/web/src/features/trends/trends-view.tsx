import type { TrendList } from '@auspex/sdk'
import { Box, Stack, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { formatDay } from '../../lib/time/format.ts'
import { countryName } from '../../lib/places/countries.ts'
import { isDay } from '../../lib/time/dates.ts'
import { describeQuietWindows, useGrowth } from '../../lib/words/trends.ts'
import { DayInput } from '../../ui/date-input.tsx'
import { Section } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import surfaces from '../../ui/surfaces.module.css'
import { Why } from '../../ui/values.tsx'
import { GrownTerms } from './grown-terms.tsx'
import { QueryResult, TrendFilters } from './trend-filters.tsx'
import classes from './trends.module.css'
import { categoriesOptions, trendsOptions } from './trends.queries.ts'
import { type TrendsSearch, windowLengths } from './trends.search.ts'

/** Growing topics of the library, of a country, or of a category, as of any day. */
export const TrendsView = ({ search }: { search: TrendsSearch }) => {
  const client = useClient()
  const { geo, category, window, asOf } = search
  const { data: categories } = useQuery(categoriesOptions(client))
  const { query, quietWindows } = useGrowth(
    (days) => trendsOptions(client, { geo, category, asOf, window: days === undefined ? window : `${days}` }),
    window !== undefined,
  )
  const name = categories?.items.find(({ id }) => id === category)?.name
  const title = [name ?? 'Growing topics', geo && `in ${countryName(geo)}`].filter(Boolean).join(' ')
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
  { asOf, windowDays, basis }: TrendList,
  chosenDay: string | undefined,
  quietWindows: readonly number[],
): string | undefined => {
  if (asOf === null) return undefined
  const moved =
    chosenDay !== undefined && chosenDay !== asOf
      ? `There is too little data for ${formatDay(chosenDay)}, so this is as of ${formatDay(asOf)}.`
      : ''
  const scopeText =
    basis === 'source-share'
      ? 'of everything each source published'
      : 'of what this library holds, which also depends on its searches'
  const span = `The ${windowDays} days to ${formatDay(asOf)} compared with the ${windowDays} before, as a share ${scopeText}. Only covered days count.`
  return [describeQuietWindows(quietWindows, windowDays), moved, span].filter(Boolean).join(' ')
}

interface TrendWindowProps {
  search: TrendsSearch
  trends: TrendList | undefined
}

/** Selects how many days are compared, and as of which day; both are in the URL. */
const TrendWindow = ({ search, trends }: TrendWindowProps) => {
  const navigate = useNavigate()
  const { firstDay = null, latestDay = null } = trends ?? {}
  const [draft, setDraft] = useState<string>()
  const set = (change: Partial<TrendsSearch>) =>
    void navigate({ to: '/trends', search: { ...search, ...change }, replace: true, resetScroll: false })
  // a day is typed digit by digit: the year 0002 is a step towards 2021
  const choose = (day: string) => {
    setDraft(day)
    const isCovered = isDay(day) && (firstDay === null || day >= firstDay) && (latestDay === null || day <= latestDay)
    if (day === '' || isCovered) set({ asOf: day === '' || day === latestDay ? undefined : day })
  }
  const length = search.window ?? windowLengths.find((days) => days === String(trends?.windowDays))
  return (
    <div className={classes.window}>
      <Input.Wrapper label="Growth over" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Growth over"
          data={windowLengths.map((days) => ({ value: days, label: `${days} days` }))}
          value={length ?? '28'}
          onChange={(window) => set({ window: windowLengths.find((days) => days === window) })}
        />
      </Input.Wrapper>
      <Box miw={0}>
        <DayInput
          label="As of"
          value={draft ?? search.asOf ?? latestDay ?? ''}
          min={firstDay ?? undefined}
          max={latestDay ?? undefined}
          onChange={(event) => choose(event.currentTarget.value)}
          onBlur={() => setDraft(undefined)}
        />
      </Box>
    </div>
  )
}
