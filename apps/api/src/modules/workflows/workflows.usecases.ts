import type {
  CreateWorkflowInput,
  UpdateWorkflowInput,
  Workflow,
  WorkflowPage,
  WorkflowScheduleInput,
} from '@auspex/sdk/types'
import type { Actor, Person } from '../../kernel/actor.ts'
import { type PageRequest, pageOffset, toPageInfo } from '../../kernel/page.ts'
import { checkSteps } from './check-steps.ts'
import { readParameters } from './parameters.ts'
import { portfolioWorkflows, topicWorkflows } from './ready/ready-workflows.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { checkSchedule, nextTimes } from '../../kernel/next-times.ts'
import * as errors from './workflows.errors.ts'
import { createWorkflowsRepository } from './workflows.repository.ts'
import {
  defaultBudget,
  maxWorkflows,
  type ReadyWorkflow,
  type StoredSchedule,
  type StoredWorkflow,
  type WorkflowDependencies,
} from './workflows.types.ts'

export interface WorkflowUpdate extends UpdateWorkflowInput {
  id: string
}

/** Creation time of the built-in workflows: the first version that had them. */
const releasedAt = '2026-11-23T00:00:00.000Z'

/** The workflows that come with the server. They need no API key, because no model writes their texts. */
const readyWorkflows: readonly ReadyWorkflow[] = [...portfolioWorkflows, ...topicWorkflows]

/** A workflow that the person may run: one of their organization, or a built-in one. Throws `workflows.not_found`. */
export async function findWorkflow(
  id: string,
  person: Person,
  { database }: WorkflowDependencies,
): Promise<StoredWorkflow | ReadyWorkflow> {
  const workflow =
    readyWorkflows.find((ready) => ready.id === id) ??
    (await createWorkflowsRepository(database.kysely).find(person, id))
  if (workflow === null) throw errors.workflowNotFound()
  return workflow
}

/** Throws `workflows.not_found`. */
export async function getWorkflow(id: string, person: Person, deps: WorkflowDependencies): Promise<Workflow> {
  return presentWorkflow(await findWorkflow(id, person, deps), person, deps)
}

/** Those of the whole organization, after the built-in ones. */
export async function listWorkflows(
  { isInChat, page }: { isInChat: boolean | null; page: PageRequest },
  person: Person,
  deps: WorkflowDependencies,
): Promise<WorkflowPage> {
  const workflows = createWorkflowsRepository(deps.database.kysely)
  const skip = pageOffset(page)
  const readyPage = readyWorkflows.slice(skip, skip + page.perPage)
  const remainingPage = {
    ...page,
    perPage: page.perPage - readyPage.length,
    skip: Math.max(0, skip - readyWorkflows.length),
  }
  const [ownWorkflows, count] = await Promise.all([
    workflows.list(person, { isInChat, page: remainingPage }),
    workflows.count(person, isInChat),
  ])
  const items = await presentWorkflows([...readyPage, ...ownWorkflows], person, deps)
  return { items, page: toPageInfo(page, readyWorkflows.length + count) }
}

/** Throws `workflows.too_many`, and the errors of steps, parameters and schedules. */
export async function createWorkflow(
  input: CreateWorkflowInput,
  person: Actor,
  deps: WorkflowDependencies,
): Promise<Workflow> {
  const {
    title,
    description = '',
    parameters = [],
    steps,
    schedule: scheduleInput = null,
    budget = defaultBudget,
    isInChat = true,
  } = input
  const workflows = createWorkflowsRepository(deps.database.kysely)
  if ((await workflows.count(person, null)) >= maxWorkflows) throw errors.tooManyWorkflows()
  const checkedSteps = checkSteps(steps, parameters)
  const now = deps.clock.now()
  const schedule = scheduleInput === null ? null : readSchedule(scheduleInput, parameters, now)
  const workflow: StoredWorkflow = {
    id: deps.createId('wf'),
    organizationId: person.organizationId,
    ownerId: person.userId,
    version: 1,
    title,
    description,
    parameters,
    steps: checkedSteps,
    budget,
    isInChat,
    schedule,
    nextRunAt: firstTime(schedule, now),
    accessScopes: person.accessScopes,
    credentialId: person.credentialId,
    createdAt: now,
    updatedAt: now,
  }
  await workflows.insert(workflow)
  return presentWorkflow(workflow, person, deps)
}

/** Only its creator may. Throws `workflows.stale` with the current workflow when it has changed since. */
export async function updateWorkflow(
  { id, version, schedule: scheduleInput, ...patch }: WorkflowUpdate,
  person: Actor,
  deps: WorkflowDependencies,
): Promise<Workflow> {
  const workflow = await findOwnWorkflow(id, person, deps)
  if (workflow.version !== version) throw await readStale(id, person, deps)
  const merged = { ...workflow, ...patch }
  const steps = checkSteps(merged.steps, merged.parameters)
  const now = deps.clock.now()
  const schedule =
    scheduleInput === undefined
      ? workflow.schedule &&
        readSchedule({ ...workflow.schedule, parameters: [...workflow.schedule.parameters] }, merged.parameters, now)
      : scheduleInput && readSchedule(scheduleInput, merged.parameters, now)
  const changed = {
    ...merged,
    steps,
    schedule,
    // also starts a schedule again that had ended with the token that made it
    nextRunAt:
      scheduleInput === undefined ? (workflow.nextRunAt ?? firstTime(schedule, now)) : firstTime(schedule, now),
    // whoever changed it last decides what its runs do
    accessScopes: person.accessScopes,
    credentialId: person.credentialId,
    version: version + 1,
    updatedAt: now,
  }
  if (!(await createWorkflowsRepository(deps.database.kysely).update(changed))) throw await readStale(id, person, deps)
  return presentWorkflow(changed, person, deps)
}

/** Only its creator may. */
export async function deleteWorkflow(id: string, person: Person, deps: WorkflowDependencies): Promise<void> {
  await findOwnWorkflow(id, person, deps)
  await createWorkflowsRepository(deps.database.kysely).remove(id)
}

async function findOwnWorkflow(id: string, person: Person, deps: WorkflowDependencies): Promise<StoredWorkflow> {
  const workflow = await findWorkflow(id, person, deps)
  if (!('ownerId' in workflow)) throw errors.workflowOfSomeoneElse(true)
  if (workflow.ownerId !== person.userId) throw errors.workflowOfSomeoneElse(false)
  return workflow
}

/** The error contains the current version, so that the person can see both and loses nothing. */
async function readStale(id: string, person: Person, deps: WorkflowDependencies): Promise<Error> {
  const current = await getWorkflow(id, person, deps)
  return errors.workflowStale({ ...current, revision: current.version })
}

async function presentWorkflows(
  found: readonly (StoredWorkflow | ReadyWorkflow)[],
  person: Person,
  { database, clock }: WorkflowDependencies,
): Promise<Workflow[]> {
  const lastStarts = await createRunsRepository(database.kysely).findLastStarts(
    person.userId,
    found.map(({ id }) => id),
  )
  return found.map((workflow) => {
    const lastRunAt = lastStarts.get(workflow.id) ?? null
    if (!('ownerId' in workflow)) return presentReady(workflow, lastRunAt)
    return presentOwn(workflow, { person, lastRunAt, now: clock.now() })
  })
}

async function presentWorkflow(
  workflow: StoredWorkflow | ReadyWorkflow,
  person: Person,
  deps: WorkflowDependencies,
): Promise<Workflow> {
  const [presented] = await presentWorkflows([workflow], person, deps)
  return presented as Workflow // as many as were passed in
}

/** Validates a schedule and the parameter values of its runs. */
function readSchedule(
  { cron, zone, onlyIfChanged = false, parameters: values = [] }: WorkflowScheduleInput,
  parameters: StoredWorkflow['parameters'],
  now: Date,
): StoredSchedule {
  checkSchedule({ cron, zone }, now)
  readParameters(parameters, values)
  return { cron, zone, onlyIfChanged, parameters: values }
}

function firstTime(schedule: StoredSchedule | null, now: Date): Date | null {
  return schedule === null ? null : (nextTimes(schedule, now, 1)[0] ?? null)
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
      nextRuns: workflow.nextRunAt === null ? [] : nextTimes(schedule, now, 3).map((time) => time.toISOString()),
    },
    budget: workflow.budget,
    isInChat: workflow.isInChat,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    nextRunAt: workflow.nextRunAt?.toISOString() ?? null,
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
  }
}
