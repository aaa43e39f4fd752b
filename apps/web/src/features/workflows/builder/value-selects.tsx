import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { portfolioChoices, signalChoices } from '../workflows.queries.ts'
import { type OfferedValue, toReference } from './offered-values.ts'

interface Labels {
  label: string
  description: string | undefined
  required: boolean
}

interface SignalsSelectProps extends Labels {
  /** References and ids of signals. */
  value: readonly string[]
  offers: readonly OfferedValue[]
  /** A reference that holds several signals, or references and ids of single ones. */
  onChange: (value: string | readonly string[]) => void
}

/** Signals of earlier steps or of the person; a value that holds several is used alone. */
export const SignalsSelect = ({ value, offers, onChange, ...labels }: SignalsSelectProps) => {
  const ownSignals = useOwn('signal')
  const holdsSeveral = (text: string) =>
    offers.some(({ reference, type }) => type === 'signals' && toReference(reference) === text)
  return (
    <MultiSelect
      {...labels}
      placeholder={value.length === 0 ? 'Choose signals' : undefined}
      searchable
      nothingFoundMessage="No matching signals. Add a step above that finds some."
      data={withUnknown([...toGroups(offers), ...ownSignals], value)}
      value={[...value]}
      onChange={(next) => {
        const added = next.find((text) => !value.includes(text))
        const multiple = added !== undefined && holdsSeveral(added) ? added : undefined
        onChange(multiple ?? next.filter((text) => !holdsSeveral(text)))
      }}
    />
  )
}

interface OwnSelectProps extends Labels {
  kind: 'signal' | 'portfolio'
  value: string | null
  offers: readonly OfferedValue[]
  /** Undefined when it was emptied. */
  onChange: (value: string | undefined) => void
}

/** One signal or portfolio: a value of the workflow, or one of the person's own. */
export const OwnSelect = ({ kind, value, offers, onChange, ...labels }: OwnSelectProps) => {
  const ownValues = useOwn(kind)
  return (
    <Select
      {...labels}
      placeholder={kind === 'signal' ? 'Choose a signal' : 'Choose a portfolio'}
      searchable
      clearable={!labels.required}
      nothingFoundMessage={kind === 'signal' ? 'No matching signals' : 'No matching portfolios'}
      data={withUnknown([...toGroups(offers), ...ownValues], value === null ? [] : [value])}
      value={value}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

interface ChoiceGroup {
  group: string
  items: { value: string; label: string }[]
}

const toGroups = (offers: readonly OfferedValue[]): ChoiceGroup[] =>
  [...Map.groupBy(offers, ({ group }) => group)].map(([group, members]) => ({
    group,
    items: members.map(({ reference, label }) => ({ value: toReference(reference), label })),
  }))

/** The choices, with an own group for values that none of them has, such as a colleague's signal. */
const withUnknown = (groups: readonly ChoiceGroup[], texts: readonly string[]): ChoiceGroup[] => {
  const unknown = texts.filter((text) => !groups.some(({ items }) => items.some(({ value }) => value === text)))
  return unknown.length === 0
    ? [...groups]
    : [...groups, { group: 'Chosen before', items: unknown.map((text) => ({ value: text, label: text })) }]
}

/** The signals or portfolios of the person, each listed once. */
const useOwn = (kind: 'signal' | 'portfolio'): ChoiceGroup[] => {
  const client = useClient()
  const signals = useQuery({ ...signalChoices(client), enabled: kind === 'signal' })
  const portfolios = useQuery({ ...portfolioChoices(client), enabled: kind === 'portfolio' })
  const titles = new Map(
    kind === 'signal'
      ? signals.data?.items.map(({ signalId, query }) => [signalId, query.title])
      : portfolios.data?.items.map(({ id, title }) => [id, title]),
  )
  const items = [...titles].map(([value, label]) => ({ value, label }))
  return items.length === 0 ? [] : [{ group: kind === 'signal' ? 'Your signals' : 'Your portfolios', items }]
}
