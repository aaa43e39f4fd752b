import type { WorkflowParameter, WorkflowStep } from '@auspex/sdk/types'
import { listPlaceholders, parseReference } from '../runs/references.ts'
import { findTool } from '../tools/find-tool.ts'

/** A step of a built-in workflow; it depends on the steps that its input names. */
export function step(id: string, title: string, tool: string, input: object): WorkflowStep {
  const needed = listPlaceholders(input).flatMap((text) => {
    const reference = parseReference(text)
    return reference === null || reference.root === 'parameters' ? [] : [reference.name]
  })
  return {
    id,
    title,
    tool,
    input: JSON.stringify(input),
    dependsOn: [...new Set(needed)],
    approval: findTool(tool)?.writes === true,
  }
}

export function parameter(
  name: string,
  label: string,
  type: WorkflowParameter['type'],
  description: string,
  isRequired = true,
): WorkflowParameter {
  return { name, label, type, isRequired, default: null, description }
}
