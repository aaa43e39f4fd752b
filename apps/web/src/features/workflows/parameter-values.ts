import type { WorkflowParameter, WorkflowParameterValue } from '@auspex/sdk'

export type Values = Readonly<Record<string, string>>

/** What the fields begin with. */
export const firstValues = (
  parameters: readonly WorkflowParameter[],
  known: readonly WorkflowParameterValue[] = [],
): Values =>
  Object.fromEntries(
    parameters.map(({ name, default: usual }) => [name, known.find((one) => one.name === name)?.value ?? usual ?? '']),
  )

/** What is filled in. */
export const toValues = (values: Values): WorkflowParameterValue[] =>
  Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [{ name, value: value.trim() }]))
