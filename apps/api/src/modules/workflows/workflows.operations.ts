import type { WorkflowTool } from '@auspex/sdk/types'
import { z } from 'zod'
import type { Handlers } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { cancelRun, decideStep, getRun, getRunStep, listRuns, retryRun, startRun } from './runs/runs.usecases.ts'
import { checkSchedule, nextTimes } from '../../kernel/next-times.ts'
import { listToolOutputs, workflowTools } from './tools/find-tool.ts'
import type { WorkflowDependencies } from './workflows.types.ts'
import { createWorkflow, deleteWorkflow, getWorkflow, listWorkflows, updateWorkflow } from './workflows.usecases.ts'

export type WorkflowOperations = ReturnType<typeof createWorkflowOperations>

export function createWorkflowOperations(deps: WorkflowDependencies) {
  const tools = workflowTools.map(({ name, title, description, writes, input }): WorkflowTool => ({
    name,
    title,
    description,
    writes,
    inputSchema: JSON.stringify(z.toJSONSchema(input, { io: 'input' })),
    outputs: listToolOutputs(name),
  }))
  return {
    listWorkflows: async ({ query }, { actor }) => ({
      status: 200,
      body: await listWorkflows({ isInChat: null, page: toPageRequest(query) }, actor, deps),
    }),

    listZeusWorkflows: async ({ query }, { actor }) => ({
      status: 200,
      body: await listWorkflows({ isInChat: true, page: toPageRequest(query) }, actor, deps),
    }),

    createWorkflow: async ({ body }, { actor }) => ({ status: 200, body: await createWorkflow(body, actor, deps) }),

    getWorkflow: async ({ path: { id } }, { actor }) => ({ status: 200, body: await getWorkflow(id, actor, deps) }),

    updateWorkflow: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await updateWorkflow({ ...body, id }, actor, deps),
    }),

    deleteWorkflow: async ({ path: { id } }, { actor }) => {
      await deleteWorkflow(id, actor, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    listWorkflowTools: async () => ({ status: 200, body: { items: tools } }),

    previewWorkflowSchedule: async ({ body: { cron, zone } }) => {
      const now = deps.clock.now()
      checkSchedule({ cron, zone }, now)
      const nextRuns = nextTimes({ cron, zone }, now, 3).map((time) => time.toISOString())
      return { status: 200, body: { cron, zone, nextRuns } }
    },

    startWorkflowRun: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await startRun({ workflowId: id, parameters: body.parameters }, actor, deps),
    }),

    listWorkflowRuns: async ({ query }, { actor }) => ({
      status: 200,
      body: await listRuns({ workflowId: query.workflowId ?? null, page: toPageRequest(query) }, actor, deps),
    }),

    getWorkflowRun: async ({ path: { id } }, { actor }) => ({ status: 200, body: await getRun(id, actor, deps) }),

    getWorkflowRunStep: async ({ path }, { actor }) => ({ status: 200, body: await getRunStep(path, actor, deps) }),

    cancelWorkflowRun: async ({ path: { id } }, { actor }) => ({ status: 200, body: await cancelRun(id, actor, deps) }),

    retryWorkflowRun: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await retryRun({ ...body, id }, actor, deps),
    }),

    decideWorkflowStep: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await decideStep({ ...body, ...path }, actor, deps),
    }),
  } satisfies Partial<Handlers>
}
