import { Box, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { countryName } from '../../lib/countries.ts'
import { formatCompact } from '../../lib/format.ts'
import { categoriesOptions, trendCountriesOptions } from './trends.queries.ts'
import type { TrendsSearch } from './trends.search.ts'
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
        nothingFoundMessage="No such country with enough documents"
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
        nothingFoundMessage="No such category"
        clearButtonProps={{ 'aria-label': 'Any category' }}
      />
    </Box>
  )
}
