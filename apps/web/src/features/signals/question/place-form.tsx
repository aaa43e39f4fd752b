import { Select } from '@mantine/core'
import type { QueryEcho } from '@auspex/sdk'
import { countryChoices } from '../../../lib/countries.ts'
import { useAsk } from './use-ask.ts'

/** Selects the country; selecting one starts the search. */
export const PlaceForm = ({ query, onDone }: { query: QueryEcho; onDone: () => void }) => {
  const searchWithChange = useAsk(query)
  return (
    <Select
      label="Country"
      placeholder="Everywhere"
      data={countryChoices()}
      value={query.geo}
      onChange={(geo) => {
        onDone()
        searchWithChange({ geo: geo ?? undefined })
      }}
      searchable
      clearable
      data-autofocus
      nothingFoundMessage="No such country"
      maxDropdownHeight={240}
      // Inside the chip's own popover, or selecting would count as a click outside of it.
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': 'Everywhere' }}
    />
  )
}
