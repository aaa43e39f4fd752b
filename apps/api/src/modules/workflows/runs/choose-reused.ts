import type { StoredRun, StoredStep } from '../workflows.types.ts'
import { hashInput } from './hash-input.ts'
import { fillInput } from './run-workflow.ts'

const endStates = new Set(['completed', 'reused'])

/**
 * The steps that a run takes over from another: those that ended there, whose tool and whole input are the same here, and that depend on
 * such steps alone. From `fromStep` on everything runs again.
 */
export function chooseReused(
  run: Pick<StoredRun, 'definition' | 'parameters'> & { fromStep: string | null },
  before: { definition: StoredRun['definition']; steps: readonly StoredStep[] },
): StoredStep[] {
  const reused: StoredStep[] = []
  for (const step of run.definition.steps) {
    if (step.id === run.fromStep || !step.dependsOn.every((id) => reused.some(({ stepId }) => stepId === id))) continue
    const old = before.steps.find(({ stepId, state }) => stepId === step.id && endStates.has(state))
    if (old === undefined) continue
    const isSame = old.inputHash === hashInput(step.tool, fillInput(run, reused, step))
    if (isSame) reused.push(old)
  }
  return reused
}
