import { Select, Textarea, TextInput } from '@mantine/core'
import type { WorkflowParameter, WorkflowParameterValue } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import type { Dispatch, SetStateAction } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoices, signalChoices } from './workflows.queries.ts'

interface ParameterFieldProps {
  parameter: WorkflowParameter
  value: string
  onChange: (value: string) => void
}

interface ParameterFieldsProps {
  parameters: readonly WorkflowParameter[]
  values: Values
  onChange: Dispatch<SetStateAction<Values>>
}

/** The inputs for the parameters of a run. */
export const ParameterFields = ({ parameters, values, onChange }: ParameterFieldsProps) =>
  parameters.map((parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={values[parameter.name] ?? ''}
      onChange={(value) => onChange((before) => ({ ...before, [parameter.name]: value }))}
    />
  ))

/** The input for a parameter's type. */
const ParameterField = (props: ParameterFieldProps) => {
  const { parameter, value, onChange } = props
  const { type, label, description, isRequired } = parameter
  const shared = { label, description, required: isRequired, value }
  if (type === 'portfolio') return <PortfolioField {...props} />
  if (type === 'signal') return <SignalField {...props} />
  if (type === 'topics')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={6}
        maxLength={2000}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      type={type === 'day' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      maxLength={2000}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const PortfolioField = ({ parameter, value, onChange }: ParameterFieldProps) => {
  const { data, error } = useQuery(portfolioChoices(useClient()))
  const none = data?.items.length === 0
  return (
    <Select
      label={parameter.label}
      description={none ? 'You have no portfolios yet. Save a signal from its report first.' : parameter.description}
      required={parameter.isRequired}
      error={error ? 'The portfolios could not be read.' : undefined}
      placeholder="Choose a portfolio"
      searchable
      clearable={!parameter.isRequired}
      nothingFoundMessage="No matching portfolios"
      data={data?.items.map(({ id, title }) => ({ value: id, label: title })) ?? []}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

const SignalField = ({ parameter, value, onChange }: ParameterFieldProps) => {
  const { data, error } = useQuery(signalChoices(useClient()))
  // a signal is listed once, however often it was viewed
  const titles = new Map(data?.items.map(({ signalId, query }) => [signalId, query.title]))
  return (
    <Select
      label={parameter.label}
      description={parameter.description}
      required={parameter.isRequired}
      error={error ? 'Your signals could not be read.' : undefined}
      placeholder="Choose one of your signals"
      searchable
      clearable={!parameter.isRequired}
      nothingFoundMessage="No matching signals. Search the topic first."
      data={[...titles].map(([id, title]) => ({ value: id, label: title }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

type Values = Readonly<Record<string, string>>

/** The initial values of the fields. */
export const firstValues = (
  parameters: readonly WorkflowParameter[],
  known: readonly WorkflowParameterValue[] = [],
): Values =>
  Object.fromEntries(
    parameters.map(({ name, default: usual }) => [
      name,
      known.find((parameter) => parameter.name === name)?.value ?? usual ?? '',
    ]),
  )

/** The entered values. */
export const toValues = (values: Values): WorkflowParameterValue[] =>
  Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [{ name, value: value.trim() }]))
