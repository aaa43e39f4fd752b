import { Button, Select } from '@mantine/core'
import type { Frequency } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { categoriesOptions, countriesOptions, useCreateDigest } from './monitors.queries.ts'
import classes from './digest-section.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'

/** Which trends to send, and how often. */
export const DigestForm = ({ hasList }: { hasList: boolean }) => {
  const client = useClient()
  const { data: countries } = useQuery(countriesOptions(client))
  const { data: categories } = useQuery(categoriesOptions(client))
  const create = useCreateDigest(client)
  const [country, setCountry] = useState<string | null>(null)
  const [category, setCategory] = useState<string | null>(null)
  const [frequency, setFrequency] = useState<Frequency>('weekly')
  const failure = create.error && describeFailure(create.error)
  return (
    <form
      className={`${layout.split} ${classes.form}`}
      data-below={hasList}
      aria-label="New trend subscription"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ country, category, frequency, channels: ['inbox'] })
      }}
    >
      <Select
        label="Country"
        placeholder={countries?.items.length === 0 ? 'Everywhere (too few documents)' : 'Everywhere'}
        data={(countries?.items ?? []).map((one) => ({ value: one.country, label: one.name }))}
        value={country}
        onChange={setCountry}
        disabled={countries?.items.length === 0}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any country' }}
        nothingFoundMessage="No such country with enough documents"
      />
      <Select
        label="Category"
        placeholder="All categories"
        data={(categories?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={setCategory}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any category' }}
        nothingFoundMessage="No such category"
      />
      <Select
        label="How often"
        data={[
          { value: 'daily', label: 'Every day' },
          { value: 'weekly', label: 'On Mondays' },
        ]}
        value={frequency}
        onChange={(value) => setFrequency(value === 'daily' ? 'daily' : 'weekly')}
        allowDeselect={false}
      />
      <Button type="submit" variant="default" loading={create.isPending}>
        Subscribe
      </Button>
      {failure && (
        <p className={`${textStyles.fault} ${classes.fault}`} role="alert">
          {failure.message}. {failure.detail}
        </p>
      )}
    </form>
  )
}
