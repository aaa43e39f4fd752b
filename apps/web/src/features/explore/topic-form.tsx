import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { countries } from '../../lib/countries.ts'
import { sourcesOptions } from './explore.queries.ts'
import { topicSearchSchema, type TopicSearch } from './explore.search.ts'
import { TopicInput } from './topic-input.tsx'
import classes from './topic-form.module.css'

/** The search form: a topic, and what narrows it. */
export const TopicForm = ({ initial = {} }: { initial?: Partial<TopicSearch> }) => {
  const client = useClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Partial<TopicSearch>>(initial)
  const [error, setError] = useState<string>()
  const { data: sources } = useQuery(sourcesOptions(client))
  const set = (change: Partial<TopicSearch>) => setDraft((before) => ({ ...before, ...change }))

  const search = (query: Partial<TopicSearch>) => {
    const term = query.term?.trim() ?? ''
    if (term === '') return setError('Write a topic to search for')
    if (query.from && query.to && query.from > query.to) return setError('The first day is after the last day')
    setError(undefined)
    return void navigate({ to: '/search', search: topicSearchSchema.parse({ ...query, term }) })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    search(draft)
  }

  return (
    <form noValidate className={classes.form} onSubmit={submit} role="search" aria-label="Search a topic">
      <div className={classes.main}>
        <div className={classes.topic}>
          <TopicInput
            value={draft.term ?? ''}
            error={error}
            onChange={(term) => set({ term })}
            onChoose={(term) => {
              set({ term })
              search({ ...draft, term })
            }}
          />
        </div>
        <Button type="submit" size="lg" px={28}>
          Search
        </Button>
      </div>
      <div className={classes.filters}>
        <Select
          label="Country"
          placeholder="Everywhere"
          data={countries}
          value={draft.geo ?? null}
          onChange={(geo) => set({ geo: geo ?? undefined })}
          searchable
          clearable
          nothingFoundMessage="No such country"
          maxDropdownHeight={280}
          // 249 options are not worth having in the page while the list is closed.
          comboboxProps={{ keepMounted: false }}
          clearButtonProps={{ 'aria-label': 'Any country' }}
        />
        <MultiSelect
          label="Sources"
          placeholder={draft.source?.length ? undefined : 'All sources'}
          data={(sources?.items ?? [])
            .filter((source) => source.kind === 'documents')
            .map(({ key, label, enabled }) => ({ value: key, label, disabled: !enabled }))}
          value={draft.source ?? []}
          onChange={(source) =>
            set({ source: source.length > 0 ? topicSearchSchema.shape.source.parse(source) : undefined })
          }
          clearable
          clearButtonProps={{ 'aria-label': 'All sources' }}
        />
        <TextInput
          label="From"
          type="date"
          value={draft.from ?? ''}
          max={draft.to}
          onChange={(event) => set({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          label="To"
          type="date"
          value={draft.to ?? ''}
          min={draft.from}
          onChange={(event) => set({ to: event.currentTarget.value || undefined })}
        />
      </div>
    </form>
  )
}
