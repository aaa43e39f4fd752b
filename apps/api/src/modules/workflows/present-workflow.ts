import type { Workflow } from '@auspex/sdk/types'
import type { Person } from '../../kernel/actor.ts'
import { nextTimes } from './schedule/next-times.ts'
import type { ReadyWorkflow, StoredWorkflow } from './workflows.types.ts'

/** Creation time of the built-in workflows: the first version that had them. */
const releasedAt = '2026-11-23T00:00:00.000Z'

export function presentReady(workflow: ReadyWorkflow, lastRunAt: Date | null): Workflow {
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

export function presentOwn(
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
