import type {
  Workflow,
  WorkflowBudget,
  WorkflowEvidence,
  WorkflowFailure,
  WorkflowParameter,
  WorkflowParameterValue,
  WorkflowRun,
  WorkflowRunStep,
  WorkflowStep,
} from '@auspex/sdk/types'
import type { AccessScope } from '@auspex/contract'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'

/** What the use cases of workflows and their runs need. */
export interface WorkflowDependencies {
  database: Database
  jobs: Jobs
  clock: Clock
  createId: CreateId
}

/** The part of a workflow that is executed and stored with each run. */
export interface Definition {
  parameters: readonly WorkflowParameter[]
  steps: readonly WorkflowStep[]
  budget: WorkflowBudget
}

export interface StoredSchedule {
  cron: string
  zone: string
  onlyIfChanged: boolean
  parameters: readonly WorkflowParameterValue[]
}

/** A workflow created by a person. */
export interface StoredWorkflow extends Definition {
  id: string
  organizationId: string | null
  ownerId: string
  version: number
  title: string
  description: string
  isInChat: boolean
  schedule: StoredSchedule | null
  nextRunAt: Date | null
  /** What runs on the schedule may do: that of the token with which the workflow was last changed; null for all that its owner may. */
  accessScopes: readonly AccessScope[] | null
  /** That token, or the app that it was issued to; null for the person. */
  credentialId: string | null
  createdAt: Date
  updatedAt: Date
}

/** A workflow that comes with the server. */
export interface ReadyWorkflow extends Definition {
  id: Workflow['id']
  version: number
  title: string
  description: string
}

/** What the steps of a run take their input from. */
export interface RunInput {
  definition: Definition
  parameters: readonly WorkflowParameterValue[]
}

export interface StoredRun extends RunInput {
  id: string
  workflowId: string
  workflowTitle: string
  version: number
  userId: string
  /** What the run may do: that of the token that started it; null for all that the person may. */
  accessScopes: readonly AccessScope[] | null
  state: WorkflowRun['state']
  trigger: WorkflowRun['trigger']
  retryOf: string | null
  onlyIfChanged: boolean
  scheduledFor: Date | null
  calls: number
  spentMs: number
  failure: WorkflowFailure | null
  startedAt: Date
  endedAt: Date | null
}

export interface StoredStep {
  stepId: string
  state: WorkflowRunStep['state']
  attempt: number
  inputHash: string | null
  /** JSON text. */
  input: string | null
  /** JSON text. */
  output: string | null
  evidence: readonly WorkflowEvidence[]
  calls: number
  startedAt: Date | null
  endedAt: Date | null
  question: { title: string; lines: readonly string[] } | null
  decision: 'approve' | 'refuse' | null
  decidedAt: Date | null
  failure: WorkflowFailure | null
}

/** A new run, and the steps it takes over from an earlier one. */
export interface NewRun extends Omit<StoredRun, 'state' | 'calls' | 'spentMs' | 'failure' | 'endedAt'> {
  reused: readonly StoredStep[]
}

export const defaultBudget: WorkflowBudget = { maxCalls: 100, maxSeconds: 600 }
/** Maximum number of concurrent runs per person. */
export const maxRuns = 10
/** Maximum number of workflows per organization. */
export const maxWorkflows = 500
