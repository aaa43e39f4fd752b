import type { InvalidField } from '@auspex/contract'
import type { WorkflowParameter, WorkflowStep } from '@auspex/sdk/types'
import type { z } from 'zod'
import { listPlaceholders, parseReference, type Reference } from './runs/references.ts'
import { findTool } from './tools/find-tool.ts'
import { stepsInvalid } from './workflows.errors.ts'

const onlyReference = /^\{\{\s*([^{}]{1,200}?)\s*\}\}$/

/** A sample value for each parameter type. */
const samples: Record<WorkflowParameter['type'], unknown> = {
  text: 'x',
  topic: 'x',
  topics: ['x'],
  number: 1,
  day: '2026-01-01',
  signal: 'sig_a',
  portfolio: 'pf_a',
}

/**
 * Prepares steps for storage: each depends on the steps its input names, and requires approval if its tool changes anything. Throws
 * `workflows.steps_invalid` for steps that could never run.
 */
export function checkSteps(steps: readonly WorkflowStep[], parameters: readonly WorkflowParameter[]): WorkflowStep[] {
  const faults: InvalidField[] = []
  const names = new Set<string>()
  for (const { name } of parameters) {
    if (names.has(name))
      faults.push({ in: 'body', pointer: '/parameters', message: `two parameters are called ${name}` })
    names.add(name)
  }
  const seen = new Set<string>()
  const checked = steps.map((step, place) => {
    const fault = (message: string) =>
      void faults.push({ in: 'body', pointer: `/steps/${place}`, message: `${step.id}: ${message}` })
    if (seen.has(step.id)) fault('another step has this id')
    const stepFault = checkStep(step, { before: seen, parameters, fault })
    seen.add(step.id)
    return stepFault
  })
  if (faults.length > 0) throw stepsInvalid(faults.slice(0, 50))
  return checked
}

interface Around {
  /** Ids of the steps above: a step may only depend on these, which rules out cycles. */
  before: ReadonlySet<string>
  parameters: readonly WorkflowParameter[]
  fault: (message: string) => void
}

function checkStep(step: WorkflowStep, { before, parameters, fault }: Around): WorkflowStep {
  const tool = findTool(step.tool)
  if (tool === undefined) fault(`there is no tool ${step.tool}`)
  const input = parseObject(step.input)
  if (input === null) fault('the input must be an object written as JSON')
  const needed = new Set(step.dependsOn)
  for (const text of listPlaceholders(input)) {
    const reference = parseReference(text)
    if (reference === null) fault(`{{${text}}} is no reference`)
    else if (reference.root !== 'parameters') needed.add(reference.name)
    else if (!parameters.some(({ name }) => name === reference.name)) fault(`there is no parameter ${reference.name}`)
  }
  for (const id of needed) if (!before.has(id)) fault(`no step ${id} stands above it`)
  if (tool !== undefined && input !== null)
    for (const [key, schema] of Object.entries(tool.input.shape)) {
      const inputFault = findFault(input[key], schema, parameters)
      if (inputFault === null) continue
      fault(`${[key, ...inputFault.path].join('.')} of ${step.tool}: ${inputFault.message}${hintOf(input[key])}`)
    }
  return { ...step, dependsOn: [...needed], approval: step.approval || tool?.writes === true }
}

/** A reference to a step's output lacks the tool that produced it; a reference to its result has both. */
function hintOf(value: unknown): string {
  const placeholder = listPlaceholders(value).find((text) => /^steps\.\w+$/.test(text))
  return placeholder === undefined
    ? ''
    : `; write {{results.${placeholder.slice('steps.'.length)}}} for what a step found with its tool`
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

type Place = readonly PropertyKey[]

/** An error of an input that does not depend on its references; null when none is certain. */
function findFault(
  value: unknown,
  schema: z.ZodType,
  parameters: readonly WorkflowParameter[],
): z.core.$ZodIssue | null {
  /** Paths whose value only a run knows, and paths of which only the type is known (text or list). */
  const [unknown, typed]: [Place[], Place[]] = [[], []]
  const isWithin = (paths: readonly Place[], path: Place) =>
    paths.some((parent) => parent.every((part, at) => path[at] === part))
  const { error } = schema.safeParse(toSample(value, []))
  return (
    error?.issues.find(({ path, code }) => {
      // which variant of a union is meant may depend on an unknown value
      if (code === 'invalid_union' && unknown.some((parent) => path.every((part, at) => parent[at] === part)))
        return false
      return !isWithin(unknown, path) && !(isWithin(typed, path) && code !== 'invalid_type')
    }) ?? null
  )

  function toSample(part: unknown, at: Place): unknown {
    if (typeof part === 'string') return toText(part, at)
    if (Array.isArray(part)) return part.map((item, index) => toSample(item, [...at, index]))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, field]) => [key, toSample(field, [...at, key])]))
  }

  function toText(text: string, at: Place): unknown {
    const [, only] = onlyReference.exec(text) ?? []
    const reference = only === undefined ? null : parseReference(only)
    if (reference !== null) return toValue(reference, at)
    if (text.includes('{{')) typed.push(at)
    return text
  }

  function toValue({ root, name, path }: Reference, at: Place): unknown {
    if (root === 'parameters') {
      const type = parameters.find((parameter) => parameter.name === name)?.type ?? 'text'
      if (type === 'text' || type === 'topic' || type === 'topics') typed.push(at)
      return samples[type]
    }
    // a step's output is an object; together with its tool it is a result
    if (path.length === 0) return root === 'results' ? { tool: name, output: null } : {}
    const isList = path.some((part) => 'from' in part)
    unknown.push(isList ? [...at, 0] : at)
    if (isList) typed.push(at)
    return isList ? [undefined] : undefined
  }
}
