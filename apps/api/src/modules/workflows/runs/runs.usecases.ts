import type {
  RetryWorkflowRunInput,
  WorkflowDecisionInput,
  WorkflowParameterValue,
  WorkflowRun,
  WorkflowRunPage,
  WorkflowRunStepDetails,
} from '@auspex/sdk/types'
import type { Actor, Person } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { readParameters } from '../parameters.ts'
import * as errors from '../workflows.errors.ts'
import {
  type Definition,
  maxRuns,
  type NewRun,
  type RunInput,
  type StoredRun,
  type StoredStep,
  type WorkflowDependencies,
} from '../workflows.types.ts'
import { findWorkflow } from '../workflows.usecases.ts'
import { hashInput } from './hash-input.ts'
import { presentRun, presentRunStep, presentSummary } from './present-run.ts'
import { queueRun, runsQueue } from './queue-run.ts'
import { createRunStepsRepository } from './run-steps.repository.ts'
import { fillInput } from './run-workflow.ts'
import { createRunsRepository } from './runs.repository.ts'

/** A step of a run. */
export interface StepPlace {
  id: string
  stepId: string
}

const completedStates = new Set(['completed', 'reused'])
const endStates = new Set(['completed', 'unchanged', 'failed', 'cancelled'])

/** A run that the person or one of their schedules started. Throws `workflowRuns.not_found`. */
export async function getRun(id: string, person: Person, deps: WorkflowDependencies): Promise<WorkflowRun> {
  const run = await findRun(id, person, deps)
  const [steps, newest] = await Promise.all([
    createRunStepsRepository(deps.database.kysely).list(id),
    findNewest(run.workflowId, person, deps),
  ])
  return presentRun(run, steps, newest?.version ?? null)
}

export async function listRuns(
  { workflowId, page }: { workflowId: string | null; page: PageRequest },
  { userId }: Person,
  { database }: WorkflowDependencies,
): Promise<WorkflowRunPage> {
  const { runs, total } = await createRunsRepository(database.kysely).list(userId, { workflowId, page })
  return { items: runs.map(({ run, stepsEnded }) => presentSummary(run, stepsEnded)), page: toPageInfo(page, total) }
}

export async function getRunStep(
  { id, stepId }: StepPlace,
  person: Person,
  deps: WorkflowDependencies,
): Promise<WorkflowRunStepDetails> {
  const run = await findRun(id, person, deps)
  return presentRunStep(run, await findStep({ id, stepId }, deps))
}

export async function startRun(
  { workflowId, parameters }: { workflowId: string; parameters: readonly WorkflowParameterValue[] },
  person: Actor,
  deps: WorkflowDependencies,
): Promise<WorkflowRun> {
  const workflow = await findWorkflow(workflowId, person, deps)
  readParameters(workflow.parameters, parameters)
  const run = {
    workflowId,
    workflowTitle: workflow.title,
    version: workflow.version,
    definition: definitionOf(workflow),
    trigger: 'person',
    parameters,
    retryOf: null,
    reused: [],
  } as const
  return queueNewRun(run, person, deps)
}

/** A run that has ended does not change. */
export async function cancelRun(id: string, person: Person, deps: WorkflowDependencies): Promise<WorkflowRun> {
  await findRun(id, person, deps)
  const end = { state: 'cancelled', failure: null, at: deps.clock.now() } as const
  await createRunsRepository(deps.database.kysely).end(id, end)
  return getRun(id, person, deps)
}

/** Runs again what did not complete, or everything from a step on. */
export async function retryRun(
  { id, version, fromStep }: RetryWorkflowRunInput & { id: string },
  person: Actor,
  deps: WorkflowDependencies,
): Promise<WorkflowRun> {
  const run = await findRun(id, person, deps)
  if (!endStates.has(run.state)) throw errors.runUnderWay()
  if (run.state === 'completed' && fromStep === undefined)
    throw errors.nothingToRetry('Every step has finished. Name the step to repeat, or start a new run.')
  const workflow = version === 'newest' ? await findNewest(run.workflowId, person, deps) : null
  if (version === 'newest' && workflow === null)
    throw errors.nothingToRetry('The workflow was deleted. Continue with the version that the run started with.')
  const definition = workflow === null ? run.definition : definitionOf(workflow)
  if (fromStep !== undefined && !definition.steps.some((step) => step.id === fromStep))
    throw errors.nothingToRetry('This version has no such step.')
  const { parameters } = run
  readParameters(definition.parameters, parameters)
  const earlier = await createRunStepsRepository(deps.database.kysely).list(id)
  const retry = {
    workflowId: run.workflowId,
    workflowTitle: workflow?.title ?? run.workflowTitle,
    version: workflow?.version ?? run.version,
    definition,
    trigger: 'retry',
    parameters,
    retryOf: id,
    reused: chooseReused({ definition, parameters }, fromStep ?? null, earlier),
  } as const
  return queueNewRun(retry, person, deps)
}

/** Decides exactly what was shown; the run and its job resume together. */
export async function decideStep(
  { id, stepId, decision, inputHash }: WorkflowDecisionInput & StepPlace,
  person: Person,
  deps: WorkflowDependencies,
): Promise<WorkflowRun> {
  await findRun(id, person, deps)
  await findStep({ id, stepId }, deps)
  let isDecided = false
  await deps.jobs.enqueueWith(runsQueue, { runId: id }, async (trx) => {
    const runs = createRunsRepository(trx)
    await runs.lock(id)
    const at = deps.clock.now()
    isDecided = await createRunStepsRepository(trx).decide({ runId: id, stepId, inputHash }, decision, at)
    return isDecided && (await runs.queueAgain(id))
  })
  if (!isDecided) throw errors.approvalStale()
  return getRun(id, person, deps)
}

async function findRun(id: string, { userId }: Person, { database }: WorkflowDependencies): Promise<StoredRun> {
  const run = await createRunsRepository(database.kysely).find(userId, id)
  if (run === null) throw errors.runNotFound()
  return run
}

async function findStep({ id, stepId }: StepPlace, { database }: WorkflowDependencies): Promise<StoredStep> {
  const steps = await createRunStepsRepository(database.kysely).list(id)
  const step = steps.find((each) => each.stepId === stepId)
  if (step === undefined) throw errors.stepNotFound()
  return step
}

/** The current workflow; null when it was deleted. */
async function findNewest(workflowId: string, person: Person, deps: WorkflowDependencies) {
  return findWorkflow(workflowId, person, deps).catch((error: unknown) => {
    if (error instanceof Error && 'kind' in error && error.kind === 'not_found') return null
    throw error
  })
}

/** Throws `workflows.too_many_runs`. */
async function queueNewRun(
  run: Omit<NewRun, 'id' | 'userId' | 'accessScopes' | 'onlyIfChanged' | 'scheduledFor' | 'startedAt'>,
  person: Actor,
  deps: WorkflowDependencies,
): Promise<WorkflowRun> {
  const { userId, accessScopes } = person
  if ((await createRunsRepository(deps.database.kysely).countOpen(userId)) >= maxRuns) throw errors.tooManyRuns()
  const id = deps.createId('wfr')
  const start = { id, userId, accessScopes, onlyIfChanged: false, scheduledFor: null, startedAt: deps.clock.now() }
  await queueRun({ ...run, ...start }, async () => 'queue', deps)
  return getRun(id, person, deps)
}

function definitionOf({ parameters, steps, budget }: Definition): Definition {
  return { parameters, steps, budget }
}

/**
 * The steps whose outputs a run takes over from an earlier one: those that completed there, with the same tool and the same complete input, and that
 * depend only on such steps. Everything from `fromStep` on runs again.
 */
function chooseReused(run: RunInput, fromStep: string | null, earlier: readonly StoredStep[]): StoredStep[] {
  const reused: StoredStep[] = []
  for (const step of run.definition.steps) {
    if (step.id === fromStep || !step.dependsOn.every((id) => reused.some(({ stepId }) => stepId === id))) continue
    const completedStep = earlier.find(({ stepId, state }) => stepId === step.id && completedStates.has(state))
    if (completedStep === undefined) continue
    const isSame = completedStep.inputHash === hashInput(step.tool, fillInput(run, reused, step))
    if (isSame) reused.push(completedStep)
  }
  return reused
}
