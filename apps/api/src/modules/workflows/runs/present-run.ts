import { AuspexError, NetworkError, TimeoutError } from '@auspex/sdk'
import type {
  WorkflowFailure,
  WorkflowResult,
  WorkflowRun,
  WorkflowRunStep,
  WorkflowRunStepDetails,
  WorkflowRunSummary,
} from '@auspex/sdk/types'
import { z } from 'zod'
import { CodedError } from '../../../kernel/errors.ts'
import { field, text } from '../document/read-values.ts'
import type { StoredRun, StoredStep } from '../workflows.types.ts'
import { MissingValueError } from './references.ts'

const open = new Set(['pending', 'running', 'waiting'])

export function presentSummary(run: StoredRun, stepsEnded: number): WorkflowRunSummary {
  return {
    id: run.id,
    workflowId: run.workflowId,
    workflowTitle: run.workflowTitle,
    version: run.version,
    state: run.state,
    trigger: run.trigger,
    parameters: [...run.parameters],
    retryOf: run.retryOf,
    stepCount: run.definition.steps.length,
    stepsEnded,
    startedAt: run.startedAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    failure: run.failure,
  }
}

export function presentRun(run: StoredRun, steps: readonly StoredStep[], newestVersion: number | null): WorkflowRun {
  const stepsEnded = steps.filter(({ state }) => !open.has(state)).length
  return {
    ...presentSummary(run, stepsEnded),
    newestVersion,
    steps: steps.map((step) => presentStep(run, step)),
    calls: run.calls,
    budget: run.definition.budget,
    result: resultOf(run, steps),
  }
}

function presentStep(run: StoredRun, step: StoredStep): WorkflowRunStep {
  const {
    title = step.stepId,
    tool = 'unknown',
    dependsOn = [],
  } = run.definition.steps.find(({ id }) => id === step.stepId) ?? {}
  const { startedAt, endedAt, question, inputHash } = step
  return {
    id: step.stepId,
    title,
    tool,
    dependsOn: [...dependsOn],
    state: step.state,
    attempt: step.attempt,
    inputHash,
    evidenceCount: step.evidence.length,
    calls: step.calls,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    durationMs: startedAt === null || endedAt === null ? null : Math.max(0, endedAt.getTime() - startedAt.getTime()),
    approval:
      question === null || inputHash === null
        ? null
        : {
            title: question.title,
            lines: [...question.lines],
            inputHash,
            decision: step.decision,
            decidedAt: step.decidedAt?.toISOString() ?? null,
          },
    failure: step.failure,
  }
}

export function presentRunStep(run: StoredRun, step: StoredStep): WorkflowRunStepDetails {
  return {
    runId: run.id,
    id: step.stepId,
    tool: run.definition.steps.find(({ id }) => id === step.stepId)?.tool ?? 'unknown',
    inputHash: step.inputHash,
    input: step.input,
    output: step.output,
    evidence: [...step.evidence],
  }
}

/** The last document that a step wrote. */
function resultOf(run: StoredRun, steps: readonly StoredStep[]): WorkflowResult | null {
  const writers = new Set(run.definition.steps.filter(({ tool }) => tool === 'write_document').map(({ id }) => id))
  const writingStep = steps.findLast(({ stepId, output }) => writers.has(stepId) && output !== null)
  if (writingStep?.output === undefined || writingStep.output === null) return null
  const output: unknown = JSON.parse(writingStep.output)
  const markdown = text(output, 'markdown')
  if (markdown === null || !Array.isArray(field(output, 'evidence'))) return null
  return { title: text(output, 'title') ?? run.workflowTitle, markdown, evidence: [...writingStep.evidence] }
}

/** A run used up its budget. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError'
}

/** Explains to a person why a step failed; null for a defect, which is logged and not shown. */
export function describeFailure(error: unknown): WorkflowFailure | null {
  if (error instanceof BudgetSpentError) return toFailure('workflows.budget_spent', error.message)
  if (error instanceof MissingValueError) return toFailure('workflows.value_missing', `${error.message}.`)
  if (error instanceof z.ZodError) return toFailure('workflows.input_invalid', describeIssues(error))
  if (error instanceof CodedError) return toFailure(error.code, `${error.message}. ${error.detail ?? ''}`)
  if (error instanceof TimeoutError)
    return toFailure('workflows.timed_out', 'The server took too long. Go on from this step.')
  if (error instanceof NetworkError)
    return toFailure('workflows.cut_off', 'The call was cut off. Go on from this step.')
  if (!(error instanceof AuspexError) || error.problem === null || error.problem === undefined) return null
  const { code, title, detail, errors = [] } = error.problem
  const details = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  return toFailure(code, [title, detail, details].filter((part) => part !== undefined && part !== '').join('. '))
}

export const defect: WorkflowFailure = {
  code: 'workflows.step_failed',
  reason: 'Something went wrong on the server. Go on from this step, or tell an administrator the id of the run.',
}

function toFailure(code: string, reason: string): WorkflowFailure {
  return { code, reason: reason.trim().slice(0, 2000) }
}

function describeIssues({ issues }: z.ZodError): string {
  return `The input does not fit the tool: ${issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`
}
