import type {
  CreateWorkflowInput,
  UpdateWorkflowInput,
  Workflow,
  WorkflowPage,
  WorkflowScheduleInput,
} from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { type PageRequest, pageOffset, toPageInfo } from '../../kernel/page.ts'
import { checkSteps } from './check-steps.ts'
import { readParameters } from './parameters.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { checkSchedule, nextTimes } from './schedule/next-times.ts'
import * as errors from './workflows.errors.ts'
import { createWorkflowsRepository } from './workflows.repository.ts'
import {
  defaultBudget,
  mostWorkflows,
  type Person,
  type ReadyWorkflow,
  type StoredSchedule,
  type StoredWorkflow,
} from './workflows.types.ts'
import { portfolioWorkflows } from './ready/portfolio-workflows.ts'
import { topicWorkflows } from './ready/topic-workflows.ts'

/** Creation time of the built-in workflows: the first version that had them. */
const releasedAt = '2026-11-23T00:00:00.000Z'

/** The workflows that come with the server. They need no API key, because no model writes their texts. */
const readyWorkflows: readonly ReadyWorkflow[] = [...portfolioWorkflows, ...topicWorkflows]

/** A workflow the person may run: one of their organization, or a built-in one. Throws `workflows.not_found`. */
export type FindWorkflow = (person: Person, id: string) => Promise<StoredWorkflow | ReadyWorkflow>

export type WorkflowUsecases = ReturnType<typeof createWorkflowUsecases>

/** Use cases of workflows: the whole organization sees and runs them, only the creator changes them. */
export function createWorkflowUsecases({
  database,
  clock,
  createId,
}: {
  database: Database
  clock: Clock
  createId: CreateId
}) {
  const workflows = createWorkflowsRepository(database.kysely)
  const runs = createRunsRepository(database.kysely)

  const find: FindWorkflow = async (person, id) => {
    const workflow = readyWorkflows.find((ready) => ready.id === id) ?? (await workflows.find(person, id))
    if (workflow === null) throw errors.workflowNotFound()
    return workflow
  }

  async function findOwn(person: Person, id: string): Promise<StoredWorkflow> {
    const workflow = await find(person, id)
    if (!('ownerId' in workflow)) throw errors.workflowOfSomeoneElse(true)
    if (workflow.ownerId !== person.userId) throw errors.workflowOfSomeoneElse(false)
    return workflow
  }

  async function present(person: Person, found: readonly (StoredWorkflow | ReadyWorkflow)[]): Promise<Workflow[]> {
    const last = await runs.lastRuns(
      person.userId,
      found.map(({ id }) => id),
    )
    return found.map((workflow) => {
      const lastRunAt = last.get(workflow.id) ?? null
      if (!('ownerId' in workflow)) return presentReady(workflow, lastRunAt)
      return presentOwn(workflow, { person, lastRunAt, now: clock.now() })
    })
  }

  const presentOne = async (person: Person, workflow: StoredWorkflow | ReadyWorkflow): Promise<Workflow> => {
    const [one] = await present(person, [workflow])
    return one as Workflow // as many as were passed in
  }

  /** Validates a schedule and the parameter values of its runs. */
  function readSchedule(input: WorkflowScheduleInput, parameters: StoredWorkflow['parameters']): StoredSchedule {
    const { cron, zone, onlyIfChanged, parameters: values = [] } = input
    checkSchedule({ cron, zone }, clock.now())
    readParameters(parameters, values)
    return { cron, zone, onlyIfChanged, parameters: values }
  }

  const firstTime = (schedule: StoredSchedule | null): Date | null =>
    schedule === null ? null : (nextTimes(schedule, clock.now(), 1)[0] ?? null)

  return {
    find,

    async list(
      person: Person,
      { isInChat, page }: { isInChat: boolean | null; page: PageRequest },
    ): Promise<WorkflowPage> {
      const skip = pageOffset(page)
      const ready = readyWorkflows.slice(skip, skip + page.perPage)
      const remainingPage = {
        ...page,
        perPage: page.perPage - ready.length,
        skip: Math.max(0, skip - readyWorkflows.length),
      }
      const [ownWorkflows, count] = await Promise.all([
        workflows.list(person, { isInChat, page: remainingPage }),
        workflows.count(person, isInChat),
      ])
      const items = await present(person, [...ready, ...ownWorkflows])
      return { items, page: toPageInfo(page, readyWorkflows.length + count) }
    },

    get: async (person: Person, id: string): Promise<Workflow> => presentOne(person, await find(person, id)),

    async create(person: Person, input: CreateWorkflowInput): Promise<Workflow> {
      const {
        title,
        description = '',
        parameters = [],
        steps,
        schedule = null,
        budget = defaultBudget,
        isInChat = true,
      } = input
      if ((await workflows.count(person, null)) >= mostWorkflows) throw errors.tooManyWorkflows()
      const checked = checkSteps(steps, parameters)
      const kept = schedule === null ? null : readSchedule(schedule, parameters)
      const now = clock.now()
      const workflow: StoredWorkflow = {
        id: createId('wf'),
        organizationId: person.organizationId,
        ownerId: person.userId,
        version: 1,
        title,
        description,
        parameters,
        steps: checked,
        budget,
        isInChat,
        schedule: kept,
        nextRunAt: firstTime(kept),
        createdAt: now,
        updatedAt: now,
      }
      await workflows.insert(workflow)
      return presentOne(person, workflow)
    },

    async update(person: Person, id: string, { version, schedule, ...patch }: UpdateWorkflowInput): Promise<Workflow> {
      const stored = await findOwn(person, id)
      if (stored.version !== version) throw await stale(person, id)
      const merged = { ...stored, ...patch }
      const steps = checkSteps(merged.steps, merged.parameters)
      const kept =
        schedule === undefined
          ? stored.schedule &&
            readSchedule({ ...stored.schedule, parameters: [...stored.schedule.parameters] }, merged.parameters)
          : schedule && readSchedule(schedule, merged.parameters)
      const changed = {
        ...merged,
        steps,
        schedule: kept,
        nextRunAt: schedule === undefined ? stored.nextRunAt : firstTime(kept),
        version: version + 1,
        updatedAt: clock.now(),
      }
      if (!(await workflows.update(changed))) throw await stale(person, id)
      return presentOne(person, changed)
    },

    async remove(person: Person, id: string): Promise<void> {
      await findOwn(person, id)
      await workflows.remove(id)
    },
  }

  /** Returns the current version with the error, so that the person can see both and loses nothing. */
  async function stale(person: Person, id: string): Promise<Error> {
    const current = await presentOne(person, await find(person, id))
    return errors.workflowStale({ ...current, revision: current.version })
  }
}

function presentReady(workflow: ReadyWorkflow, lastRunAt: Date | null): Workflow {
  return {
    id: workflow.id,
    version: workflow.version,
    kind: 'ready',
    isMine: false,
    title: workflow.title,
    description: workflow.description,
    parameters: [...workflow.parameters],
    steps: [...workflow.steps],
    schedule: null,
    budget: workflow.budget,
    isInChat: true,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    nextRunAt: null,
    createdAt: releasedAt,
    updatedAt: releasedAt,
  }
}

function presentOwn(
  workflow: StoredWorkflow,
  { person, lastRunAt, now }: { person: Person; lastRunAt: Date | null; now: Date },
): Workflow {
  const { schedule } = workflow
  return {
    id: workflow.id,
    version: workflow.version,
    kind: 'own',
    isMine: workflow.ownerId === person.userId,
    title: workflow.title,
    description: workflow.description,
    parameters: [...workflow.parameters],
    steps: [...workflow.steps],
    schedule: schedule && {
      ...schedule,
      parameters: [...schedule.parameters],
      nextRuns: nextTimes(schedule, now, 3).map((time) => time.toISOString()),
    },
    budget: workflow.budget,
    isInChat: workflow.isInChat,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    nextRunAt: workflow.nextRunAt?.toISOString() ?? null,
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
  }
}
