import {
  type AuspexClient,
  cancelWorkflowRun,
  createWorkflow,
  type CreateWorkflowInput,
  decideWorkflowStep,
  deleteWorkflow,
  previewWorkflowSchedule,
  retryWorkflowRun,
  type RetryWorkflowRunInput,
  startWorkflowRun,
  updateWorkflow,
  type UpdateWorkflowInput,
  type Workflow,
  type WorkflowDecisionInput,
  type WorkflowParameterValue,
  type WorkflowRun,
} from '@auspex/sdk'
import {
  getPortfolioQueryOptions,
  getSignalReportQueryOptions,
  getWorkflowQueryKey,
  getWorkflowQueryOptions,
  getWorkflowRunQueryKey,
  getWorkflowRunQueryOptions,
  getWorkflowRunStepQueryOptions,
  listGroupPortfoliosQueryOptions,
  listRecentSearchesQueryOptions,
  listWorkflowRunsQueryKey,
  listWorkflowRunsQueryOptions,
  listWorkflowsQueryKey,
  listWorkflowsQueryOptions,
  listWorkflowToolsQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keepAnswer } from '../../lib/api/query.ts'

const all = { perPage: 200 }
/** How often the progress of a run is polled, in milliseconds. */
const watchMs = 700

export const isUnderWay = (state: WorkflowRun['state']): boolean => state === 'queued' || state === 'running'

export const workflowsOptions = (client: AuspexClient) =>
  listWorkflowsQueryOptions(all, { request: { client }, query: { staleTime: 0 } })

export const workflowOptions = (client: AuspexClient, id: string) =>
  getWorkflowQueryOptions(id, { request: { client }, query: { staleTime: 0 } })

export const toolsOptions = (client: AuspexClient) => listWorkflowToolsQueryOptions({ request: { client } })

/** The newest runs, of one workflow or of all. */
export const runsOptions = (client: AuspexClient, workflowId?: string) =>
  listWorkflowRunsQueryOptions(
    { ...(workflowId !== undefined && { workflowId }), perPage: 20 },
    {
      request: { client },
      query: {
        staleTime: 0,
        refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => isUnderWay(state)) ? 2000 : false),
      },
    },
  )

/** A run; polled until it needs nothing more from the server. */
export const runOptions = (client: AuspexClient, id: string) =>
  getWorkflowRunQueryOptions(id, {
    request: { client },
    query: {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? watchMs : false),
    },
  })

export const stepOptions = (client: AuspexClient, runId: string, stepId: string) =>
  getWorkflowRunStepQueryOptions(runId, stepId, { request: { client }, query: { staleTime: 0 } })

/** The options for parameters. */
export const portfolioChoices = (client: AuspexClient) =>
  listGroupPortfoliosQueryOptions({ ...all, series: 'none' }, { request: { client } })
export const signalChoices = (client: AuspexClient) => listRecentSearchesQueryOptions({ request: { client } })

/** The subjects of runs, for their names. */
export const portfolioOptions = (client: AuspexClient, id: string) =>
  getPortfolioQueryOptions(id, { series: 'none' }, { request: { client } })
export const reportOptions = (client: AuspexClient, signalId: string) =>
  getSignalReportQueryOptions(signalId, undefined, { request: { client } })

/** The next times of a schedule that is being edited. */
export const previewOptions = (client: AuspexClient, schedule: { cron: string; zone: string }) =>
  queryOptions({
    queryKey: ['workflows', 'schedule', schedule],
    queryFn: ({ signal }) => previewWorkflowSchedule(schedule, { client, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

const useStoreWorkflow = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return (workflow: Workflow) => {
    keepAnswer(queryClient, getWorkflowQueryKey(client, workflow.id), workflow)
    return queryClient.invalidateQueries({ queryKey: listWorkflowsQueryKey(client) })
  }
}

const useStoreRun = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return (run: WorkflowRun) => {
    keepAnswer(queryClient, getWorkflowRunQueryKey(client, run.id), run)
    return queryClient.invalidateQueries({ queryKey: listWorkflowRunsQueryKey(client) })
  }
}

export const useCreateWorkflow = (client: AuspexClient) => {
  const onSuccess = useStoreWorkflow(client)
  return useMutation({ mutationFn: (input: CreateWorkflowInput) => createWorkflow(input, { client }), onSuccess })
}

export const useUpdateWorkflow = (client: AuspexClient, id: string) => {
  const onSuccess = useStoreWorkflow(client)
  return useMutation({ mutationFn: (input: UpdateWorkflowInput) => updateWorkflow(id, input, { client }), onSuccess })
}

export const useDeleteWorkflow = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteWorkflow(id, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listWorkflowsQueryKey(client) }),
  })
}

export const useStartRun = (client: AuspexClient, workflowId: string) => {
  const onSuccess = useStoreRun(client)
  return useMutation({
    mutationFn: (parameters: WorkflowParameterValue[]) => startWorkflowRun(workflowId, { parameters }, { client }),
    onSuccess,
  })
}

export const useCancelRun = (client: AuspexClient) => {
  const onSuccess = useStoreRun(client)
  return useMutation({ mutationFn: (id: string) => cancelWorkflowRun(id, { client }), onSuccess })
}

export const useRetryRun = (client: AuspexClient, id: string) => {
  const onSuccess = useStoreRun(client)
  return useMutation({
    mutationFn: (input: RetryWorkflowRunInput) => retryWorkflowRun(id, input, { client }),
    onSuccess,
  })
}

export const useDecideStep = (client: AuspexClient, runId: string, stepId: string) => {
  const onSuccess = useStoreRun(client)
  return useMutation({
    mutationFn: (input: WorkflowDecisionInput) => decideWorkflowStep(runId, stepId, input, { client }),
    onSuccess,
  })
}
