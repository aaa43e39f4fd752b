import { Select, Button, Checkbox, Stack } from '@mantine/core'
import type { QueryEcho, SourceKey } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { countryChoices } from '../../../lib/places/countries.ts'
import { useAsk } from './use-ask.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { sourcesOptions } from '../signals.queries.ts'
import classes from '../report.module.css'

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
      nothingFoundMessage="No matching countries"
      maxDropdownHeight={240}
      // Inside the chip's own popover, or selecting would count as a click outside of it.
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': 'Everywhere' }}
    />
  )
}

/** Selects the sources to query. */
export const SourcesForm = ({ query, onDone }: { query: QueryEcho; onDone: () => void }) => {
  const searchWithChange = useAsk(query)
  const { data } = useQuery(sourcesOptions(useClient()))
  const [chosen, setChosen] = useState<readonly SourceKey[]>(query.sources)
  const choices = (data?.items ?? []).filter(({ kind, enabled }) => kind === 'documents' && enabled)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone()
    const source = choices.map(({ key }) => key).filter((key) => chosen.includes(key))
    if (source.join() !== query.sources.join()) searchWithChange({ source: source.length > 0 ? source : undefined })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Checkbox.Group
        label="Sources"
        description="Choose none to search all of them."
        value={[...chosen]}
        onChange={(keys) => setChosen(choices.map(({ key }) => key).filter((key) => keys.includes(key)))}
      >
        <Stack gap={8} mt={8} className={classes.choices}>
          {choices.map(({ key, label }) => (
            <Checkbox key={key} size="sm" value={key} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Button type="submit">Search</Button>
    </form>
  )
}
