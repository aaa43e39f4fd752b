import { Select } from '@mantine/core'
import type { QueryEcho } from '@auspex/sdk'
import { countryChoices } from '../../../lib/countries.ts'
import { useAsk } from './use-ask.ts'

/** Chooses the country; the search begins as soon as it is chosen. */
export const PlaceForm = ({ query, onDone }: { query: QueryEcho; onDone: () => void }) => {
  const ask = useAsk(query)
  return (
    <Select
      label="Country"
      placeholder="Everywhere"
      data={countryChoices()}
      value={query.geo}
      onChange={(geo) => {
        onDone()
        ask({ geo: geo ?? undefined })
      }}
      searchable
      clearable
      data-autofocus
      nothingFoundMessage="No such country"
      maxDropdownHeight={240}
      // Inside of the chip's own popover, or choosing would count as a click outside of it.
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': 'Everywhere' }}
    />
  )
}
