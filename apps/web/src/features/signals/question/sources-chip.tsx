import type { QueryEcho } from '@auspex/sdk'
import { useSourceNames } from '../../../lib/source-names.ts'
import { laterParts } from '../later-parts.ts'
import { Chip } from './chip.tsx'

/** Longer than two names are said as a number. */
const mostNames = 2

/** Which sources are asked. */
export const SourcesChip = ({ query }: { query: QueryEcho }) => {
  const nameSource = useSourceNames()
  const { sources } = query
  const value =
    sources.length === 0
      ? 'all sources'
      : sources.length > mostNames
        ? `${sources.length} sources`
        : sources.map(nameSource).join(' and ')
  return (
    <Chip
      label="Change the sources"
      value={value}
      load={laterParts.SourcesForm.load}
      renderForm={(close) => <laterParts.SourcesForm query={query} onDone={close} />}
    />
  )
}
