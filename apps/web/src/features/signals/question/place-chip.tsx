import { Select } from '@mantine/core'
import type { QueryEcho } from '@auspex/sdk'
import { countries, countryName } from '../../../lib/countries.ts'
import { Chip } from './chip.tsx'
import { useAsk } from './use-ask.ts'

/** The country that documents come from or are about. */
export const PlaceChip = ({ query }: { query: QueryEcho }) => {
  const ask = useAsk(query)
  return (
    <Chip
      label="Change the place"
      value={query.geo === null ? 'everywhere' : countryName(query.geo)}
      renderForm={(close) => (
        <Select
          label="Country"
          placeholder="Everywhere"
          data={countries}
          value={query.geo}
          onChange={(geo) => {
            close()
            ask({ geo: geo ?? undefined })
          }}
          searchable
          clearable
          data-autofocus
          nothingFoundMessage="No such country"
          maxDropdownHeight={240}
          // Inside of the chip's own popover, or choosing would count as a click outside of it.
          comboboxProps={{ withinPortal: false, keepMounted: false }}
          clearButtonProps={{ 'aria-label': 'Everywhere' }}
        />
      )}
    />
  )
}
