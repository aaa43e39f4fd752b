import type { WorkflowParameter, WorkflowParameterValue } from '@auspex/sdk'

export type Values = Readonly<Record<string, string>>

/** The initial values of the fields. */
export const firstValues = (
  parameters: readonly WorkflowParameter[],
  known: readonly WorkflowParameterValue[] = [],
): Values =>
  Object.fromEntries(
    parameters.map(({ name, default: usual }) => [name, known.find((one) => one.name === name)?.value ?? usual ?? '']),
  )

/** The entered values. */
export const toValues = (values: Values): WorkflowParameterValue[] =>
  Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [{ name, value: value.trim() }]))
