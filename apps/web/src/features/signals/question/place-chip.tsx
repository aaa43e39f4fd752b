import type { QueryEcho } from '@auspex/sdk'
import { countryName } from '../../../lib/countries.ts'
import { laterParts } from '../later-parts.ts'
import { Chip } from './chip.tsx'

/** The country that documents come from or are about. */
export const PlaceChip = ({ query }: { query: QueryEcho }) => (
  <Chip
    label="Change the place"
    value={query.geo === null ? 'everywhere' : countryName(query.geo)}
    load={laterParts.PlaceForm.load}
    renderForm={(close) => <laterParts.PlaceForm query={query} onDone={close} />}
  />
)
