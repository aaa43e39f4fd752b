import type { InvalidField } from '@auspex/contract'
import type { WorkflowParameter, WorkflowParameterValue } from '@auspex/sdk/types'
import { parametersInvalid } from './workflows.errors.ts'

const maxTopics = 5
const patterns = {
  signal: [/^sig_[a-z0-9]{1,40}$/, 'must be the id of a signal'],
  portfolio: [/^pf_[a-z0-9]{1,40}$/, 'must be the id of a portfolio'],
  day: [/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day, YYYY-MM-DD'],
} as const

/** The parameter values, converted to their types; omits those without a value. Throws `workflows.parameters_invalid`. */
export function readParameters(
  parameters: readonly WorkflowParameter[],
  values: readonly WorkflowParameterValue[],
): Map<string, unknown> {
  const faults: InvalidField[] = []
  const valueByName = new Map<string, unknown>()
  const fault = (message: string) => faults.push({ in: 'body', pointer: '/parameters', message })
  for (const { name } of values)
    if (!parameters.some((parameter) => parameter.name === name)) fault(`${name} is no parameter of this workflow`)
  for (const parameter of parameters) {
    const { name, label, isRequired } = parameter
    const text = (values.find((value) => value.name === name)?.value ?? parameter.default ?? '').trim()
    if (text === '') {
      if (isRequired) fault(`${label} must be filled in`)
      continue
    }
    const { value, problem } = readValue(parameter.type, text)
    if (problem === null) valueByName.set(name, value)
    else fault(`${label} ${problem}`)
  }
  if (faults.length > 0) throw parametersInvalid(faults)
  return valueByName
}

function readValue(type: WorkflowParameter['type'], text: string): { value: unknown; problem: string | null } {
  if (type === 'number') {
    const value = Number(text)
    return { value, problem: Number.isFinite(value) ? null : 'must be a number' }
  }
  if (type === 'topics') {
    const value = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '')
    return { value, problem: value.length <= maxTopics ? null : `must have at most ${maxTopics} topics` }
  }
  if (type === 'text' || type === 'topic') return { value: text, problem: null }
  const [pattern, problem] = patterns[type]
  return { value: text, problem: pattern.test(text) ? null : problem }
}
