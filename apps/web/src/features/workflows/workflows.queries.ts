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

/** The most that a page may have: more workflows or portfolios than these are not offered. */
const largestPage = { perPage: 200 }
const shownRuns = 20
/** How often the run on the screen is read while it is under way, in milliseconds; lists of runs can wait longer. */
const runPollMs = 700
const listPollMs = 2_000
/** Runs and workflows change without this browser: in other tabs, by colleagues and by schedule. */
const alwaysStale = { staleTime: 0 }

export const isUnderWay = (state: WorkflowRun['state']): boolean => state === 'queued' || state === 'running'

export const workflowsOptions = (client: AuspexClient) =>
  listWorkflowsQueryOptions(largestPage, { request: { client }, query: alwaysStale })

export const workflowOptions = (client: AuspexClient, id: string) =>
  getWorkflowQueryOptions(id, { request: { client }, query: alwaysStale })

export const toolsOptions = (client: AuspexClient) => listWorkflowToolsQueryOptions({ request: { client } })

/** The newest runs, of one workflow or of all. */
export const runsOptions = (client: AuspexClient, workflowId?: string) =>
  listWorkflowRunsQueryOptions(
    { ...(workflowId !== undefined && { workflowId }), perPage: shownRuns },
    {
      request: { client },
      query: {
        ...alwaysStale,
        refetchInterval: ({ state: { data } }) =>
          data?.items.some(({ state }) => isUnderWay(state)) ? listPollMs : false,
      },
    },
  )

/** A run; polled until it needs nothing more from the server. */
export const runOptions = (client: AuspexClient, id: string) =>
  getWorkflowRunQueryOptions(id, {
    request: { client },
    query: {
      ...alwaysStale,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? runPollMs : false),
    },
  })

export const stepOptions = (client: AuspexClient, runId: string, stepId: string) =>
  getWorkflowRunStepQueryOptions(runId, stepId, { request: { client }, query: alwaysStale })

/** What a person can choose for a parameter that is a portfolio. */
export const portfolioChoices = (client: AuspexClient) =>
  listGroupPortfoliosQueryOptions({ ...largestPage, series: 'none' }, { request: { client } })
/** What a person can choose for a parameter that is a signal. */
export const signalChoices = (client: AuspexClient) => listRecentSearchesQueryOptions({ request: { client } })

// The portfolio or signal that a run is about, for its name.

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
