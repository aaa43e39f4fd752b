import type { WorkflowFailure, WorkflowStep } from '@auspex/sdk/types'
import type { OpenPersonSession } from '../../../http/person-calls.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { collectEvidence } from '../document/citations.ts'
import { text } from '../document/read-values.ts'
import { findTool } from '../tools/find-tool.ts'
import type { StoredRun } from '../workflows.types.ts'
import type { BegunStep, RunsRepository } from './runs.repository.ts'
import { BudgetSpent, defect, sayFailure } from './say-failure.ts'

/** JSON text of what a step found may be this long. */
const mostOutput = 400_000
const mostEvidence = 500

export interface StepDependencies {
  runs: Pick<RunsRepository, 'completeStep' | 'failStep'>
  openPersonSession: OpenPersonSession
  clock: Clock
  log: { warn(facts: object, message: string): void }
}

/**
 * Calls the tool of a step for the person and stores what it found. Whoever is cut off leaves the step as it began: it is run again, and
 * what it wrote is answered as before.
 */
export async function runStep(
  { run, step, begun, input }: { run: StoredRun; step: WorkflowStep; begun: BegunStep; input: string },
  { runs, openPersonSession, clock, log }: StepDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { maxCalls, maxSeconds } = run.definition.budget
  const leftMs = maxSeconds * 1000 - run.spentMs
  const overtime = AbortSignal.timeout(Math.max(1, leftMs))
  // aborts the whole call: the client would try a refused one again
  const overCalls = new AbortController()
  const signal = AbortSignal.any([stopping, overtime, overCalls.signal])
  const session = openPersonSession({
    userId: run.userId,
    key: `${run.id}.${step.id}`,
    beforeCall: (calls) => {
      if (run.calls + calls < maxCalls) return
      overCalls.abort()
      throw new BudgetSpent()
    },
  })
  const beganAt = performance.now()
  const took = () => ({ calls: session.calls(), ms: Math.round(performance.now() - beganAt), at: clock.now() })
  try {
    const tool = findTool(step.tool)
    if (tool === undefined) {
      const failure = {
        code: 'workflows.tool_gone',
        reason: `This server has no tool ${step.tool} any more. Change the step.`,
      }
      return await runs.failStep(begun, { failure, ...took() })
    }
    const given: unknown = JSON.parse(input)
    const found = tool.compact(await tool.run(given, { client: session.client, signal }), given)
    const output = JSON.stringify(found ?? null)
    if (output.length > mostOutput) return await runs.failStep(begun, { failure: tooLarge, ...took() })
    await runs.completeStep(begun, { output, evidence: evidenceOf(found), ...took() })
  } catch (error) {
    if (stopping.aborted) throw error
    const failure = overCalls.signal.aborted
      ? sayCalls(maxCalls)
      : overtime.aborted
        ? saySeconds(maxSeconds)
        : (sayFailure(error) ?? tell(error))
    await runs.failStep(begun, { failure, ...took() })
  } finally {
    session.end()
  }

  function tell(error: unknown): WorkflowFailure {
    log.warn({ err: error, runId: run.id, stepId: step.id }, 'a step of a workflow failed')
    return defect
  }
}

function evidenceOf(found: unknown) {
  const numbered = collectEvidence(found).slice(0, mostEvidence)
  // a document that was written has its own numbers
  const written = text(found, 'markdown') === null ? null : Reflect.get(Object(found), 'evidence')
  return Array.isArray(written) ? written : numbered.map((one, place) => ({ number: place + 1, ...one }))
}

const tooLarge = {
  code: 'workflows.output_too_large',
  reason: 'The tool found more than a run keeps. Ask for fewer items.',
}
function sayCalls(most: number): WorkflowFailure {
  return {
    code: 'workflows.budget_spent',
    reason: `The run may make ${most} calls and has made them. Raise its budget, or read less.`,
  }
}
function saySeconds(most: number): WorkflowFailure {
  return {
    code: 'workflows.budget_spent',
    reason: `The steps may take ${most} seconds together and have taken them. Raise the budget, or read less.`,
  }
}
