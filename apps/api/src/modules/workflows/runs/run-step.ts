import type { WorkflowFailure, WorkflowStep } from '@auspex/sdk/types'
import type { OpenPersonSession } from '../../../http/person-calls.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { collectEvidence, maxEvidence } from '../document/citations.ts'
import { text } from '../document/read-values.ts'
import { findTool } from '../tools/find-tool.ts'
import type { StoredRun } from '../workflows.types.ts'
import type { BegunStep, RunStepsRepository } from './run-steps.repository.ts'
import { BudgetSpent, defect, describeFailure } from './present-run.ts'

/** Maximum length of a step's output as JSON text. */
const maxOutputLength = 400_000

export interface StepDependencies {
  steps: RunStepsRepository
  openPersonSession: OpenPersonSession
  clock: Clock
  log: { warn(facts: object, message: string): void }
}

/**
 * Calls the tool of a step on the person's behalf and stores its output. If interrupted, the step stays as it was when it began: it runs again, and
 * its writes return their first response.
 */
export async function runStep(
  { run, step, begun, input }: { run: StoredRun; step: WorkflowStep; begun: BegunStep; input: string },
  { steps, openPersonSession, clock, log }: StepDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { maxCalls, maxSeconds } = run.definition.budget
  const remainingMs = maxSeconds * 1000 - run.spentMs
  const overtime = AbortSignal.timeout(Math.max(1, remainingMs))
  // aborts the whole call, because the client would retry a refused one
  const overCalls = new AbortController()
  const signal = AbortSignal.any([stopping, overtime, overCalls.signal])
  const session = openPersonSession({
    userId: run.userId,
    accessScopes: run.accessScopes,
    key: `${run.id}.${step.id}`,
    beforeCall: (calls) => {
      if (run.calls + calls < maxCalls) return
      overCalls.abort()
      throw new BudgetSpent()
    },
  })
  const beganAt = performance.now()
  const measureCost = () => ({ calls: session.calls(), ms: Math.round(performance.now() - beganAt), at: clock.now() })
  try {
    const tool = findTool(step.tool)
    if (tool === undefined) {
      const failure = {
        code: 'workflows.tool_gone',
        reason: `The tool ${step.tool} no longer exists. Change the step.`,
      }
      return await steps.fail(begun, { failure, ...measureCost() })
    }
    const parsedInput: unknown = JSON.parse(input)
    const compacted = tool.compact(await tool.run(parsedInput, { client: session.client, signal }), parsedInput)
    const output = JSON.stringify(compacted ?? null)
    if (output.length > maxOutputLength) return await steps.fail(begun, { failure: tooLarge, ...measureCost() })
    await steps.complete(begun, { output, evidence: evidenceOf(compacted), ...measureCost() })
  } catch (error) {
    if (stopping.aborted) throw error
    const failure = overCalls.signal.aborted
      ? tooManyCalls(maxCalls)
      : overtime.aborted
        ? tookTooLong(maxSeconds)
        : (describeFailure(error) ?? toFailure(error))
    await steps.fail(begun, { failure, ...measureCost() })
  } finally {
    session.end()
  }

  function toFailure(error: unknown): WorkflowFailure {
    log.warn({ err: error, runId: run.id, stepId: step.id }, 'a step of a workflow failed')
    return defect
  }
}

function evidenceOf(output: unknown) {
  const numbered = collectEvidence(output).slice(0, maxEvidence)
  // a written document has its own evidence numbers
  const written = text(output, 'markdown') === null ? null : Reflect.get(Object(output), 'evidence')
  return Array.isArray(written) ? written : numbered.map((one, index) => ({ number: index + 1, ...one }))
}

const tooLarge = {
  code: 'workflows.output_too_large',
  reason: 'The tool returned more than a run can store. Request fewer items.',
}
function tooManyCalls(max: number): WorkflowFailure {
  return {
    code: 'workflows.budget_spent',
    reason: `The run may make ${max} calls and has made them. Raise its budget, or read less.`,
  }
}
function tookTooLong(limitSeconds: number): WorkflowFailure {
  return {
    code: 'workflows.budget_spent',
    reason: `The steps have used up their ${limitSeconds} seconds. Raise the budget, or read less.`,
  }
}
