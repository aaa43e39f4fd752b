import type { WorkflowTool } from '@auspex/sdk/types'
import { z } from 'zod'
import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toPageRequest } from '../../kernel/page.ts'
import type { RunUsecases } from './runs/runs.usecases.ts'
import { checkSchedule, nextTimes } from './schedule/next-times.ts'
import { workflowTools } from './tools/find-tool.ts'
import type { WorkflowUsecases } from './workflows.usecases.ts'

export type WorkflowOperations = ReturnType<typeof createWorkflowOperations>

/** The operations of workflows and their runs. */
export function createWorkflowOperations({
  workflows,
  runs,
  clock,
}: {
  workflows: WorkflowUsecases
  runs: RunUsecases
  clock: Clock
}) {
  const tools = workflowTools.map(({ name, title, description, writes, input }): WorkflowTool => ({
    name,
    title,
    description,
    writes,
    inputSchema: JSON.stringify(z.toJSONSchema(input, { io: 'input' })),
  }))
  return {
    listWorkflows: async ({ query }, { actor }) => ({
      status: 200,
      body: await workflows.list(actor, { isInChat: null, page: toPageRequest(query) }),
    }),

    listZeusWorkflows: async ({ query }, { actor }) => ({
      status: 200,
      body: await workflows.list(actor, { isInChat: true, page: toPageRequest(query) }),
    }),

    createWorkflow: async ({ body }, { actor }) => ({ status: 200, body: await workflows.create(actor, body) }),

    getWorkflow: async ({ path: { id } }, { actor }) => ({ status: 200, body: await workflows.get(actor, id) }),

    updateWorkflow: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await workflows.update(actor, id, body),
    }),

    deleteWorkflow: async ({ path: { id } }, { actor }) => {
      await workflows.remove(actor, id)
      return { status: 200, body: { id, deleted: true } }
    },

    listWorkflowTools: async () => ({ status: 200, body: { items: tools } }),

    previewWorkflowSchedule: async ({ body: { cron, zone } }) => {
      const now = clock.now()
      checkSchedule({ cron, zone }, now)
      const nextRuns = nextTimes({ cron, zone }, now, 3).map((time) => time.toISOString())
      return { status: 200, body: { cron, zone, nextRuns } }
    },

    startWorkflowRun: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await runs.start(actor, id, body.parameters),
    }),

    listWorkflowRuns: async ({ query }, { actor }) => ({
      status: 200,
      body: await runs.list(actor, { workflowId: query.workflowId ?? null, page: toPageRequest(query) }),
    }),

    getWorkflowRun: async ({ path: { id } }, { actor }) => ({ status: 200, body: await runs.get(actor, id) }),

    getWorkflowRunStep: async ({ path }, { actor }) => ({ status: 200, body: await runs.getStep(actor, path) }),

    cancelWorkflowRun: async ({ path: { id } }, { actor }) => ({ status: 200, body: await runs.cancel(actor, id) }),

    retryWorkflowRun: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await runs.retry(actor, id, body),
    }),

    decideWorkflowStep: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await runs.decide(actor, path, body),
    }),
  } satisfies Partial<Handlers>
}
