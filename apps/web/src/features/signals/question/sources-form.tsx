import { Button, Checkbox, Stack } from '@mantine/core'
import type { QueryEcho, SourceKey } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { sourcesOptions } from '../coverage/coverage.queries.ts'
import { useAsk } from './use-ask.ts'
import classes from '../report.module.css'

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
        description="None chosen means all of them."
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
