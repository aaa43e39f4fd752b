import type { WorkflowFailure, WorkflowStep } from '@auspex/sdk/types'
import { canonicalJson, fingerprintOf, hashInput } from './hash-input.ts'
import { fillIn, type Scope } from './references.ts'
import { readParameters } from '../parameters.ts'
import { findTool } from '../tools/find-tool.ts'
import type { Definition, RunInput, StoredRun, StoredStep } from '../workflows.types.ts'
import type { RunsRepository } from './runs.repository.ts'
import { defect, describeFailure, BudgetSpentError } from './present-run.ts'
import type { AccessReader, Access } from '../../people/index.ts'
import type { OpenPersonSession } from '../../../http/person-calls.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { collectEvidence, maxEvidence } from '../document/citations.ts'
import { text } from '../document/read-values.ts'
import type { BegunStep, RunStepsRepository } from './run-steps.repository.ts'

const endStates = new Set(['completed', 'reused'])
const skipStates = new Set(['skipped', 'cancelled'])

export interface RunDependencies extends StepDependencies {
  runs: RunsRepository
  access: AccessReader
}

/**
 * Runs a workflow to its end, or to steps that wait for approval. Every step is stored, so that another process continues where this one was
 * interrupted, and no completed step runs again.
 */
export async function runWorkflow(runId: string, deps: RunDependencies, stopping: AbortSignal): Promise<void> {
  const { runs, steps, access, clock } = deps
  if (!(await runs.begin(runId))) return
  while (true) {
    stopping.throwIfAborted()
    const run = await runs.findAny(runId)
    if (run === null || run.state !== 'running') return // cancelled in the meantime
    const refusal = accessFailure(await access.find(run.userId))
    if (refusal !== null) return runs.end(runId, { state: 'failed', failure: refusal, at: clock.now() })
    const storedSteps = await steps.list(runId)
    const choice = chooseStep(run.definition, storedSteps)
    if (await isUnchanged(run, storedSteps, choice, runs))
      return runs.end(runId, { state: 'unchanged', failure: null, at: clock.now() })
    if (choice.kind === 'wait') {
      if (await runs.wait(runId)) return
      continue // a decision has just arrived
    }
    if (choice.kind === 'ended') return runs.end(runId, { state: 'completed', failure: null, at: clock.now() })
    if (choice.kind === 'failed') {
      const failure = storedSteps.find(({ stepId }) => stepId === choice.stepId)?.failure ?? defect
      return runs.end(runId, { state: 'failed', failure, at: clock.now() })
    }
    if (choice.kind === 'skip') await steps.skip(runId, choice.step.id)
    else await takeStep({ run, stored: storedSteps, choice }, deps, stopping)
  }
}

interface ChosenStep {
  run: StoredRun
  stored: readonly StoredStep[]
  choice: Extract<Choice, { step: WorkflowStep }>
}

async function takeStep(
  { run, stored, choice: { kind, step } }: ChosenStep,
  deps: RunDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { steps, clock } = deps
  const storedStep = stored.find(({ stepId }) => stepId === step.id)
  let input: string
  let question: StoredStep['question']
  try {
    // runs exactly the input that was approved
    input =
      storedStep?.decision === 'approve' && storedStep.input !== null ? storedStep.input : fillInput(run, stored, step)
    question = kind === 'ask' ? toQuestion(step, input) : null
  } catch (error) {
    return steps.refuse(run.id, step.id, toFailure(error, deps), clock.now())
  }
  const inputHash = hashInput(step.tool, input)
  if (question !== null) return steps.askFor(run.id, step.id, { input, inputHash, question })
  const begunStep = await steps.begin({ runId: run.id, stepId: step.id, input, inputHash }, clock.now())
  if (begunStep !== null) await runStep({ run, step, begun: begunStep, input }, deps, stopping)
}

/** The input of a step with every reference filled in, as JSON text. Throws `MissingValueError`. */
export function fillInput(run: RunInput, stored: readonly StoredStep[], step: WorkflowStep): string {
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

/** Whether a schedule that only runs on changes found none; checked before any step writes or waits for approval. */
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

function toFailure(error: unknown, { log }: RunDependencies): WorkflowFailure {
  const failure = describeFailure(error)
  if (failure === null) log.warn({ err: error }, 'the input of a workflow step could not be built')
  return failure ?? defect
}

/** Why a run may no longer act for a person; null while they have access to Zeus. Further permissions are checked at each call. */
function accessFailure({ isDisabled, off }: Access): WorkflowFailure | null {
  if (isDisabled)
    return {
      code: 'identity.disabled',
      reason: 'The account no longer has access. An administrator can restore it.',
    }
  if (off.has('zeus'))
    return {
      code: 'module.off',
      reason: 'An administrator switched Zeus off for this account, so that its workflows stop.',
    }
  return null
}

type Choice =
  | { kind: 'run' | 'ask' | 'skip'; step: WorkflowStep }
  /** All remaining steps need approval. */
  | { kind: 'wait' }
  | { kind: 'failed'; stepId: string }
  | { kind: 'ended' }

/** Whether a step only reads; such steps run before those that write, ask or change anything. */
function isReading({ tool, approval }: WorkflowStep): boolean {
  return !approval && tool !== 'write_document' && findTool(tool)?.writes !== true
}

/** Chooses the next step of a run. Reading steps come first, in their order. */
function chooseStep({ steps }: Definition, stored: readonly StoredStep[]): Choice {
  const states = new Map(stored.map((step) => [step.stepId, step]))
  const failed = stored.find(({ state }) => state === 'failed')
  if (failed !== undefined) return { kind: 'failed', stepId: failed.stepId }
  const open = steps.filter(({ id }) => ['pending', 'running'].includes(states.get(id)?.state ?? ''))
  const skipped = open.find(({ dependsOn }) => dependsOn.some((id) => skipStates.has(states.get(id)?.state ?? '')))
  if (skipped !== undefined) return { kind: 'skip', step: skipped }
  const readySteps = open.filter(({ dependsOn }) => dependsOn.every((id) => endStates.has(states.get(id)?.state ?? '')))
  const step = readySteps.find(isReading) ?? readySteps[0]
  if (step !== undefined) {
    const mustAsk = step.approval && states.get(step.id)?.decision !== 'approve'
    return { kind: mustAsk ? 'ask' : 'run', step }
  }
  return { kind: stored.some(({ state }) => state === 'waiting') ? 'wait' : 'ended' }
}

/** Maximum length of a step's output as JSON text. */
const maxOutputLength = 400_000

interface StepDependencies {
  steps: RunStepsRepository
  openPersonSession: OpenPersonSession
  clock: Clock
  log: { warn(facts: object, message: string): void }
}

/**
 * Calls the tool of a step on the person's behalf and stores its output. If interrupted, the step stays as it was when it began: it runs again, and
 * its writes return their first response.
 */
async function runStep(
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
      throw new BudgetSpentError()
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
        : (describeFailure(error) ?? logDefect(error))
    await steps.fail(begun, { failure, ...measureCost() })
  } finally {
    session.end()
  }

  function logDefect(error: unknown): WorkflowFailure {
    log.warn({ err: error, runId: run.id, stepId: step.id }, 'a step of a workflow failed')
    return defect
  }
}

function evidenceOf(output: unknown) {
  const numbered = collectEvidence(output).slice(0, maxEvidence)
  // a written document has its own evidence numbers
  const ownEvidence = text(output, 'markdown') === null ? null : Reflect.get(Object(output), 'evidence')
  return Array.isArray(ownEvidence) ? ownEvidence : numbered.map((one, index) => ({ number: index + 1, ...one }))
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
