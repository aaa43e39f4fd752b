import type { WorkflowFailure, WorkflowStep } from '@auspex/sdk/types'
import { accessFailure } from './access-failure.ts'
import { type Choice, chooseStep, isReading } from './choose-step.ts'
import { canonicalJson, fingerprintOf, hashInput } from './hash-input.ts'
import { fillIn, type Scope } from './references.ts'
import { readParameters } from '../parameters.ts'
import { findTool } from '../tools/find-tool.ts'
import type { StoredRun, StoredStep } from '../workflows.types.ts'
import { runStep, type StepDependencies } from './run-step.ts'
import type { RunsRepository } from './runs.repository.ts'
import { defect, sayFailure } from './say-failure.ts'
import type { AccessReader } from '../../users/index.ts'

export interface RunDependencies extends StepDependencies {
  runs: RunsRepository
  access: Pick<AccessReader, 'find'>
}

/**
 * Takes a run as far as it goes: to its end, or to steps that wait for a yes. Everything is stored step by step, so that another process
 * goes on where this one was cut off, and no step that has ended is run again.
 */
export async function runWorkflow(runId: string, deps: RunDependencies, stopping: AbortSignal): Promise<void> {
  const { runs, access, clock } = deps
  if (!(await runs.begin(runId))) return
  while (true) {
    stopping.throwIfAborted()
    const run = await runs.findAny(runId)
    if (run === null || run.state !== 'running') return // cancelled meanwhile
    const refusal = accessFailure(await access.find(run.userId))
    if (refusal !== null) return runs.end(runId, { state: 'failed', failure: refusal, at: clock.now() })
    const stored = await runs.listSteps(runId)
    const choice = chooseStep(run.definition, stored)
    if (await isUnchanged(run, stored, choice, runs))
      return runs.end(runId, { state: 'unchanged', failure: null, at: clock.now() })
    if (choice.kind === 'wait') {
      if (await runs.wait(runId)) return
      continue // an answer came meanwhile
    }
    if (choice.kind === 'ended') return runs.end(runId, { state: 'completed', failure: null, at: clock.now() })
    if (choice.kind === 'failed') {
      const failure = stored.find(({ stepId }) => stepId === choice.stepId)?.failure ?? defect
      return runs.end(runId, { state: 'failed', failure, at: clock.now() })
    }
    if (choice.kind === 'skip') await runs.skipStep(runId, choice.step.id)
    else await takeStep(run, stored, choice, deps, stopping)
  }
}

async function takeStep(
  run: StoredRun,
  stored: readonly StoredStep[],
  { kind, step }: Extract<Choice, { step: WorkflowStep }>,
  deps: RunDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { runs, clock } = deps
  const own = stored.find(({ stepId }) => stepId === step.id)
  let input: string
  let question: StoredStep['question']
  try {
    // what was approved is what runs
    input = own?.decision === 'approve' && own.input !== null ? own.input : fillInput(run, stored, step)
    question = kind === 'ask' ? toQuestion(step, input) : null
  } catch (error) {
    return runs.refuseStep(run.id, step.id, toFailure(error, deps), clock.now())
  }
  const inputHash = hashInput(step.tool, input)
  if (question !== null) return runs.askFor(run.id, step.id, { input, inputHash, question })
  const begun = await runs.beginStep({ runId: run.id, stepId: step.id, input, inputHash }, clock.now())
  if (begun !== null) await runStep({ run, step, begun, input }, deps, stopping)
}

/** The input of a step with every name filled in, as JSON text. Throws `ValueMissing`. */
export function fillInput(
  run: Pick<StoredRun, 'definition' | 'parameters'>,
  stored: readonly StoredStep[],
  step: WorkflowStep,
): string {
  const results = new Map<string, { tool: string; output: unknown }>()
  for (const { stepId, output } of stored) {
    if (output === null || !step.dependsOn.includes(stepId)) continue
    const { tool = '' } = run.definition.steps.find(({ id }) => id === stepId) ?? {}
    results.set(stepId, { tool, output: JSON.parse(output) })
  }
  const scope: Scope = { parameters: readParameters(run.definition.parameters, run.parameters), results }
  return canonicalJson(fillIn(JSON.parse(step.input), scope))
}

function toQuestion(step: WorkflowStep, input: string): NonNullable<StoredStep['question']> {
  const change = findTool(step.tool)?.change(JSON.parse(input))
  if (change === null || change === undefined) return { title: step.title, lines: [] }
  return { title: change.title.slice(0, 1000), lines: change.lines.slice(0, 100).map((line) => line.slice(0, 20_000)) }
}

/** Before anything is written down or asked: whether a schedule that wants changes only has found none. */
async function isUnchanged(
  run: StoredRun,
  stored: readonly StoredStep[],
  choice: Choice,
  runs: RunsRepository,
): Promise<boolean> {
  if (choice.kind === 'failed' || choice.kind === 'skip' || choice.kind === 'wait') return false
  if ('step' in choice && isReading(choice.step)) return false
  const reading = new Set(run.definition.steps.filter(isReading).map(({ id }) => id))
  const outputs = stored.flatMap(({ stepId, output }) =>
    reading.has(stepId) && output !== null ? [[stepId, output] as const] : [],
  )
  const fingerprint = fingerprintOf(outputs)
  await runs.saveFingerprint(run.id, fingerprint)
  return run.onlyIfChanged && (await runs.lastFingerprint(run)) === fingerprint
}

function toFailure(error: unknown, { log }: Pick<RunDependencies, 'log'>): WorkflowFailure {
  const failure = sayFailure(error)
  if (failure === null) log.warn({ err: error }, 'the input of a step of a workflow could not be made')
  return failure ?? defect
}
