import type { CreateWorkflowInput, Workflow, WorkflowParameter, WorkflowStep } from '@auspex/sdk'

/** A workflow that is being edited. */
export interface Draft {
  readonly title: string
  readonly description: string
  readonly parameters: readonly WorkflowParameter[]
  readonly steps: readonly WorkflowStep[]
  readonly maxCalls: number
  readonly isInChat: boolean
}

/** Searches a topic that is filled in before each run, as an example of both. */
export const emptyDraft: Draft = {
  title: '',
  description: '',
  parameters: [{ name: 'topic', label: 'Topic', type: 'topic', isRequired: true, default: null, description: '' }],
  steps: [
    {
      id: 'step1',
      title: '',
      tool: 'search_topics',
      input: JSON.stringify({ topics: ['{{parameters.topic}}'] }),
      dependsOn: [],
      approval: false,
    },
  ],
  maxCalls: 100,
  isInChat: true,
}

export const toDraft = ({ title, description, parameters, steps, budget, isInChat }: Workflow): Draft => ({
  title,
  description,
  parameters,
  // the dependencies of a step are derived from its input
  steps: steps.map((step) => ({ ...step, input: indent(step.input), dependsOn: [] })),
  maxCalls: budget.maxCalls,
  isInChat,
})

/** The request for a draft. */
export const toInput = (draft: Draft, maxSeconds = 900): CreateWorkflowInput => ({
  title: draft.title.trim(),
  description: draft.description.trim(),
  parameters: [...draft.parameters],
  steps: draft.steps.map((step) => ({ ...step, title: step.title.trim() || step.tool })),
  budget: { maxCalls: draft.maxCalls, maxSeconds },
  isInChat: draft.isInChat,
})

/** A step id that is not in use. */
export const freeStepId = (steps: readonly WorkflowStep[]): string => {
  const usedIds = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (usedIds.has(`step${number}`)) number += 1
  return `step${number}`
}

/** A name for another field that is not in use. Names stay the same when labels change, since steps refer to them. */
export const freeName = (parameters: readonly WorkflowParameter[]): string => {
  const usedNames = new Set(parameters.map(({ name }) => name))
  let number = parameters.length + 1
  while (usedNames.has(`value${number}`)) number += 1
  return `value${number}`
}

/** The list with one item moved by one position; unchanged if there is no such position. */
export const moveItem = <T>(items: readonly T[], from: number, step: -1 | 1): readonly T[] => {
  const [item, other] = [items[from], items[from + step]]
  if (item === undefined || other === undefined) return items
  return items.with(from, other).with(from + step, item)
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
