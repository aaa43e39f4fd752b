import type { AccessScope } from '@auspex/contract'
import type { WorkflowEvidence, WorkflowFailure } from '@auspex/sdk/types'
import type { StoredRun, StoredStep } from '../workflows.types.ts'

interface FailureColumns {
  failure_code: string | null
  failure_reason: string | null
}

export interface RunRow extends FailureColumns {
  id: string
  workflow_id: string
  workflow_title: string
  version: number
  definition: StoredRun['definition']
  user_id: string
  access_scopes: AccessScope[] | null
  state: StoredRun['state']
  trigger: StoredRun['trigger']
  parameters: StoredRun['parameters']
  retry_of: string | null
  only_if_changed: boolean
  scheduled_for: Date | null
  calls: number
  spent_ms: number
  started_at: Date
  ended_at: Date | null
}

export interface StepRow extends FailureColumns {
  step_id: string
  state: StoredStep['state']
  attempt: number
  input_hash: string | null
  input: string | null
  output: string | null
  evidence: WorkflowEvidence[]
  calls: number
  started_at: Date | null
  ended_at: Date | null
  question: StoredStep['question']
  decision: StoredStep['decision']
  decided_at: Date | null
}

function toFailure({ failure_code: code, failure_reason: reason }: FailureColumns): WorkflowFailure | null {
  return code === null ? null : { code, reason: reason ?? '' }
}

export function toRun(row: RunRow): StoredRun {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowTitle: row.workflow_title,
    version: row.version,
    definition: row.definition,
    userId: row.user_id,
    accessScopes: row.access_scopes,
    state: row.state,
    trigger: row.trigger,
    parameters: row.parameters,
    retryOf: row.retry_of,
    onlyIfChanged: row.only_if_changed,
    scheduledFor: row.scheduled_for,
    calls: row.calls,
    spentMs: row.spent_ms,
    failure: toFailure(row),
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

export function toStep(row: StepRow): StoredStep {
  return {
    stepId: row.step_id,
    state: row.state,
    attempt: row.attempt,
    inputHash: row.input_hash,
    input: row.input,
    output: row.output,
    evidence: row.evidence,
    calls: row.calls,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    question: row.question,
    decision: row.decision,
    decidedAt: row.decided_at,
    failure: toFailure(row),
  }
}
