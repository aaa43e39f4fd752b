import { Box, Select, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { countryName } from '../../lib/places/countries.ts'
import { formatCompact } from '../../lib/numbers/format.ts'
import { categoriesOptions, trendCountriesOptions } from './trends.queries.ts'
import type { TrendsSearch } from './trends.search.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import layout from '../../ui/layout.module.css'

/** Filters trends and stories by a country and a category; both are in the URL. */
export const TrendFilters = ({ search }: { search: TrendsSearch }) => {
  const client = useClient()
  const navigate = useNavigate()
  const { data: countries } = useQuery(trendCountriesOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  const set = (change: Partial<TrendsSearch>) =>
    void navigate({ to: '/trends', search: { ...search, ...change }, replace: true, resetScroll: false })
  const countryChoices = (countries?.items ?? []).map(({ country, name, documents }) => ({
    value: country,
    label: `${name} (${formatCompact(documents)})`,
  }))
  // A link may contain a country that no longer has enough documents to be listed.
  const isUnlisted = search.geo !== undefined && countryChoices.every(({ value }) => value !== search.geo)
  return (
    <Box className={layout.pair} maw={532}>
      <Select
        label="Country"
        placeholder={countries?.items.length === 0 ? 'Too few documents' : 'Everywhere'}
        disabled={countries?.items.length === 0 && search.geo === undefined}
        data={
          isUnlisted && search.geo
            ? [{ value: search.geo, label: countryName(search.geo) }, ...countryChoices]
            : countryChoices
        }
        value={search.geo ?? null}
        onChange={(geo) => set({ geo: geo ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="No matching country has enough documents"
        clearButtonProps={{ 'aria-label': 'Any country' }}
      />
      <Select
        label="Category"
        placeholder="All categories"
        data={(categories?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={search.category ?? null}
        onChange={(category) => set({ category: category ?? undefined })}
        searchable
        clearable
        nothingFoundMessage="No matching categories"
        clearButtonProps={{ 'aria-label': 'Any category' }}
      />
    </Box>
  )
}

interface QueryResultProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }
  /** What is loading, for screen readers. */
  label: string
  children: (data: Data) => ReactNode
}

/** Renders a query's data, a skeleton while it loads, or the failure with a retry button. */
export const QueryResult = <Data,>({ query: { data, error, refetch }, label, children }: QueryResultProps<Data>) => {
  if (data !== undefined) return children(data)
  if (error !== null && error !== undefined)
    return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack gap={2} role="group" aria-busy="true" aria-label={label}>
      {[0, 1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} height={58} radius="md" />
      ))}
    </Stack>
  )
}
