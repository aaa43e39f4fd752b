import type {
  RetryWorkflowRunInput,
  WorkflowDecisionInput,
  WorkflowParameterValue,
  WorkflowRun,
  WorkflowRunPage,
  WorkflowRunStepDetails,
  WorkflowResult,
  WorkflowRunStep,
  WorkflowRunSummary,
} from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { readParameters } from '../parameters.ts'
import * as errors from '../workflows.errors.ts'
import {
  type Definition,
  mostRuns,
  type NewRun,
  type Person,
  type StoredRun,
  type StoredStep,
} from '../workflows.types.ts'
import type { FindWorkflow } from '../workflows.usecases.ts'
import { type QueueRun, runsQueue } from './queue-run.ts'
import { createRunsRepository } from './runs.repository.ts'
import { hashInput } from './hash-input.ts'
import { fillInput } from './run-workflow.ts'
import { field, text } from '../document/read-values.ts'

const open = new Set(['pending', 'running', 'waiting'])

const endStates = new Set(['completed', 'reused'])

export interface RunUsecasesOptions {
  database: Database
  jobs: Jobs
  queueRun: QueueRun
  findWorkflow: FindWorkflow
  clock: Clock
  createId: CreateId
}

const final = new Set(['completed', 'unchanged', 'failed', 'cancelled'])

export type RunUsecases = ReturnType<typeof createRunUsecases>

/** Use cases of runs. People see the runs that they or their schedules started. */
export function createRunUsecases({ database, jobs, queueRun, findWorkflow, clock, createId }: RunUsecasesOptions) {
  const runs = createRunsRepository(database.kysely)

  async function find({ userId }: Person, id: string): Promise<StoredRun> {
    const run = await runs.find(userId, id)
    if (run === null) throw errors.runNotFound()
    return run
  }

  async function findStep(run: StoredRun, stepId: string): Promise<StoredStep> {
    const step = (await runs.listSteps(run.id)).find((one) => one.stepId === stepId)
    if (step === undefined) throw errors.stepNotFound()
    return step
  }

  /** The current workflow; null when it was deleted. */
  const findNewest = async (person: Person, workflowId: string) =>
    findWorkflow(person, workflowId).catch((error: unknown) => {
      if (error instanceof Error && 'kind' in error && error.kind === 'not_found') return null
      throw error
    })

  async function present(person: Person, id: string): Promise<WorkflowRun> {
    const run = await find(person, id)
    const [steps, newest] = await Promise.all([runs.listSteps(id), findNewest(person, run.workflowId)])
    return presentRun(run, steps, newest?.version ?? null)
  }

  async function queue(
    person: Person,
    run: Omit<NewRun, 'id' | 'userId' | 'onlyIfChanged' | 'scheduledFor' | 'startedAt'>,
  ) {
    if ((await runs.countUnderWay(person.userId)) >= mostRuns) throw errors.tooManyRuns()
    const id = createId('wfr')
    const newRun = { id, userId: person.userId, onlyIfChanged: false, scheduledFor: null, startedAt: clock.now() }
    await queueRun({ ...run, ...newRun }, async () => 'queue')
    return present(person, id)
  }

  return {
    get: present,

    async list(
      { userId }: Person,
      { workflowId, page }: { workflowId: string | null; page: PageRequest },
    ): Promise<WorkflowRunPage> {
      const { runs: found, total } = await runs.list(userId, { workflowId, page })
      return {
        items: found.map(({ run, stepsEnded }) => presentSummary(run, stepsEnded)),
        page: toPageInfo(page, total),
      }
    },

    async getStep(person: Person, { id, stepId }: { id: string; stepId: string }): Promise<WorkflowRunStepDetails> {
      const run = await find(person, id)
      return presentDetails(run, await findStep(run, stepId))
    },

    async start(
      person: Person,
      workflowId: string,
      parameters: readonly WorkflowParameterValue[],
    ): Promise<WorkflowRun> {
      const workflow = await findWorkflow(person, workflowId)
      readParameters(workflow.parameters, parameters)
      return queue(person, {
        workflowId,
        workflowTitle: workflow.title,
        version: workflow.version,
        definition: definitionOf(workflow),
        trigger: 'person',
        parameters,
        retryOf: null,
        reused: [],
      })
    },

    /** A run that has ended does not change. */
    async cancel(person: Person, id: string): Promise<WorkflowRun> {
      await find(person, id)
      await runs.end(id, { state: 'cancelled', failure: null, at: clock.now() })
      return present(person, id)
    },

    async retry(person: Person, id: string, { version, fromStep }: RetryWorkflowRunInput): Promise<WorkflowRun> {
      const run = await find(person, id)
      if (!final.has(run.state)) throw errors.runUnderWay()
      if (run.state === 'completed' && fromStep === undefined)
        throw errors.nothingToRetry('Every step has ended. Name the step to run again, or run the workflow anew.')
      const workflow = version === 'newest' ? await findNewest(person, run.workflowId) : null
      if (version === 'newest' && workflow === null)
        throw errors.nothingToRetry('The workflow was deleted. Go on with the version that the run began with.')
      const definition = workflow === null ? run.definition : definitionOf(workflow)
      if (fromStep !== undefined && !definition.steps.some((step) => step.id === fromStep))
        throw errors.nothingToRetry('This version has no such step.')
      readParameters(definition.parameters, run.parameters)
      const reused = chooseReused(
        { definition, parameters: run.parameters, fromStep: fromStep ?? null },
        { definition: run.definition, steps: await runs.listSteps(id) },
      )
      return queue(person, {
        workflowId: run.workflowId,
        workflowTitle: workflow?.title ?? run.workflowTitle,
        version: workflow?.version ?? run.version,
        definition,
        trigger: 'retry',
        parameters: run.parameters,
        retryOf: id,
        reused,
      })
    },

    /** Decides exactly what was shown; the run and its job resume together. */
    async decide(
      person: Person,
      { id, stepId }: { id: string; stepId: string },
      { decision, inputHash }: WorkflowDecisionInput,
    ): Promise<WorkflowRun> {
      await findStep(await find(person, id), stepId)
      let isDecided = false
      await jobs.enqueueWith(runsQueue, { runId: id }, async (trx) => {
        const locked = createRunsRepository(trx)
        await locked.lock(id)
        isDecided = await locked.decide({ runId: id, stepId, inputHash }, decision, clock.now())
        return isDecided && (await locked.queueAgain(id))
      })
      if (!isDecided) throw errors.approvalStale()
      return present(person, id)
    },
  }
}

function definitionOf({ parameters, steps, budget }: Definition): Definition {
  return { parameters, steps, budget }
}

/**
 * The steps whose outputs a run takes over from an earlier one: those that completed there, with the same tool and the same complete input, and that
 * depend only on such steps. Everything from `fromStep` on runs again.
 */
function chooseReused(
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

function presentSummary(run: StoredRun, stepsEnded: number): WorkflowRunSummary {
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

function presentRun(run: StoredRun, steps: readonly StoredStep[], newestVersion: number | null): WorkflowRun {
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

function presentDetails(run: StoredRun, step: StoredStep): WorkflowRunStepDetails {
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
  const written = steps.findLast(({ stepId, output }) => writers.has(stepId) && output !== null)
  if (written?.output === undefined || written.output === null) return null
  const output: unknown = JSON.parse(written.output)
  const markdown = text(output, 'markdown')
  if (markdown === null || !Array.isArray(field(output, 'evidence'))) return null
  return { title: text(output, 'title') ?? run.workflowTitle, markdown, evidence: [...written.evidence] }
}
