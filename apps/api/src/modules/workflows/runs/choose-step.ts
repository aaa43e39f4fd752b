import type { WorkflowStep } from '@auspex/sdk/types'
import { findTool } from '../tools/find-tool.ts'
import type { Definition, StoredStep } from '../workflows.types.ts'

export type Choice =
  | { kind: 'run' | 'ask' | 'skip'; step: WorkflowStep }
  /** All that is left needs a yes. */
  | { kind: 'wait' }
  | { kind: 'failed'; stepId: string }
  | { kind: 'ended' }

const endStates = new Set(['completed', 'reused'])
const skipStates = new Set(['skipped', 'cancelled'])

/** Whether a step only reads: it comes before those that write down, ask or change anything. */
export function isReading({ tool, approval }: WorkflowStep): boolean {
  return !approval && tool !== 'write_document' && findTool(tool)?.writes !== true
}

/** What a run does next. What reads comes first, in the order of the steps. */
export function chooseStep({ steps }: Definition, stored: readonly StoredStep[]): Choice {
  const states = new Map(stored.map((step) => [step.stepId, step]))
  const failed = stored.find(({ state }) => state === 'failed')
  if (failed !== undefined) return { kind: 'failed', stepId: failed.stepId }
  const open = steps.filter(({ id }) => ['pending', 'running'].includes(states.get(id)?.state ?? ''))
  const skipped = open.find(({ dependsOn }) => dependsOn.some((id) => skipStates.has(states.get(id)?.state ?? '')))
  if (skipped !== undefined) return { kind: 'skip', step: skipped }
  const ready = open.filter(({ dependsOn }) => dependsOn.every((id) => endStates.has(states.get(id)?.state ?? '')))
  const step = ready.find(isReading) ?? ready[0]
  if (step !== undefined) {
    const mustAsk = step.approval && states.get(step.id)?.decision !== 'approve'
    return { kind: mustAsk ? 'ask' : 'run', step }
  }
  return { kind: stored.some(({ state }) => state === 'waiting') ? 'wait' : 'ended' }
}
