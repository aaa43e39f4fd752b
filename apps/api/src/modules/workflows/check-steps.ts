import type { InvalidField } from '@auspex/contract'
import type { WorkflowParameter, WorkflowStep } from '@auspex/sdk/types'
import { listPlaceholders, parseReference } from './runs/references.ts'
import { findTool } from './tools/find-tool.ts'
import { stepsInvalid } from './workflows.errors.ts'

/**
 * Steps as they are stored: each depends on those that its input names, and asks for a yes when its tool changes anything. Throws
 * `workflows.steps_invalid` for what could never run.
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
    const whole = checkStep(step, { before: seen, parameters: names, fault })
    seen.add(step.id)
    return whole
  })
  if (faults.length > 0) throw stepsInvalid(faults.slice(0, 50))
  return checked
}

interface Around {
  /** Ids of the steps above: no step waits for one below it, so that there is no loop. */
  before: ReadonlySet<string>
  parameters: ReadonlySet<string>
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
    else if (!parameters.has(reference.name)) fault(`there is no parameter ${reference.name}`)
  }
  for (const id of needed) if (!before.has(id)) fault(`no step ${id} stands above it`)
  if (tool !== undefined && input !== null)
    for (const [key, schema] of Object.entries(tool.input.shape)) {
      const value = input[key]
      if (listPlaceholders(value).length > 0) continue
      const { error } = schema.safeParse(value)
      if (error !== undefined) fault(`${key} of ${step.tool}: ${error.issues[0]?.message ?? 'is wrong'}`)
    }
  return { ...step, dependsOn: [...needed], approval: step.approval || tool?.writes === true }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
