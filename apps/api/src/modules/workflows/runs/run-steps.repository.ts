import type { WorkflowEvidence, WorkflowFailure } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import type { StoredStep } from '../workflows.types.ts'
import { type StepRow, toStep } from './run-rows.ts'

/** A step that was begun; only the latest attempt may end it. */
export interface BegunStep {
  runId: string
  stepId: string
  attempt: number
}

/** What a step took, and when it ended. */
interface StepCost {
  calls: number
  ms: number
  at: Date
}

interface StepQuestion {
  input: string
  inputHash: string
  question: NonNullable<StoredStep['question']>
}

export type RunStepsRepository = ReturnType<typeof createRunStepsRepository>

/** All SQL of the steps of runs, but for the statements that change a run with all its steps. */
export function createRunStepsRepository(db: Kysely<object>) {
  return {
    /** The steps of a run, in its order. */
    async list(runId: string): Promise<StoredStep[]> {
      const { rows } = await sql<StepRow>`
        select * from workflow_run_step where run_id = ${runId} order by position`.execute(db)
      return rows.map(toStep)
    },

    /** Begins a step, again if the process that began it was interrupted; null when the run is no longer running. */
    async begin(
      { runId, stepId, input, inputHash }: Omit<BegunStep, 'attempt'> & { input: string; inputHash: string },
      now: Date,
    ): Promise<BegunStep | null> {
      const { rows } = await sql<{ attempt: number }>`
        update workflow_run_step s set state = 'running', attempt = s.attempt + 1, input = ${input}, input_hash = ${inputHash},
          started_at = ${now}::timestamptz
        from workflow_run r
        where s.run_id = ${runId} and s.step_id = ${stepId} and r.id = s.run_id and r.state = 'running'
          and s.state in ('pending', 'running')
        returning s.attempt`.execute(db)
      return rows[0] === undefined ? null : { runId, stepId, attempt: rows[0].attempt }
    },

    /** Stores a step's output and adds its cost to the run; does nothing if the step was restarted since. */
    async complete(
      step: BegunStep,
      { output, evidence, calls, ms, at }: StepCost & { output: string; evidence: readonly WorkflowEvidence[] },
    ): Promise<void> {
      await sql`
        with ended as (
          update workflow_run_step set state = 'completed', output = ${output}, evidence = ${JSON.stringify(evidence)}::jsonb,
            calls = ${calls}, ended_at = ${at}::timestamptz
          where run_id = ${step.runId} and step_id = ${step.stepId} and attempt = ${step.attempt} and state = 'running'
          returning run_id)
        update workflow_run r set calls = r.calls + ${calls}, spent_ms = r.spent_ms + ${ms}
        from ended where r.id = ended.run_id`.execute(db)
    },

    /** Ends a step as failed and adds its cost to the run; does nothing if the step was restarted since. */
    async fail(step: BegunStep, { failure, calls, ms, at }: StepCost & { failure: WorkflowFailure }): Promise<void> {
      await sql`
        with ended as (
          update workflow_run_step set state = 'failed', calls = ${calls}, ended_at = ${at}::timestamptz,
            failure_code = ${failure.code}, failure_reason = ${failure.reason}
          where run_id = ${step.runId} and step_id = ${step.stepId} and attempt = ${step.attempt} and state = 'running'
          returning run_id)
        update workflow_run r set calls = r.calls + ${calls}, spent_ms = r.spent_ms + ${ms}
        from ended where r.id = ended.run_id`.execute(db)
    },

    /** Fails a step that never began because its input cannot be built. */
    async refuse(runId: string, stepId: string, failure: WorkflowFailure, at: Date): Promise<void> {
      await sql`
        update workflow_run_step set state = 'failed', ended_at = ${at}::timestamptz, failure_code = ${failure.code},
          failure_reason = ${failure.reason}
        where run_id = ${runId} and step_id = ${stepId} and state in ('pending', 'running')`.execute(db)
    },

    /** Skips a step that has not begun. */
    async skip(runId: string, stepId: string): Promise<void> {
      await sql`
        update workflow_run_step set state = 'skipped'
        where run_id = ${runId} and step_id = ${stepId} and state = 'pending'`.execute(db)
    },

    /** Makes a step wait for approval of exactly this input. */
    async askFor(runId: string, stepId: string, { input, inputHash, question }: StepQuestion): Promise<void> {
      await sql`
        update workflow_run_step set state = 'waiting', input = ${input}, input_hash = ${inputHash},
          question = ${JSON.stringify(question)}::jsonb
        where run_id = ${runId} and step_id = ${stepId} and state = 'pending'`.execute(db)
    },

    /** Stores the decision on a waiting step; false when it does not wait for this input. */
    async decide(
      { runId, stepId, inputHash }: { runId: string; stepId: string; inputHash: string },
      decision: 'approve' | 'refuse',
      now: Date,
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update workflow_run_step s set decision = ${decision}, decided_at = ${now}::timestamptz,
          state = ${decision === 'approve' ? 'pending' : 'skipped'}
        from workflow_run r
        where s.run_id = ${runId} and s.step_id = ${stepId} and s.state = 'waiting' and s.input_hash = ${inputHash}
          and r.id = s.run_id and r.state in ('queued', 'running', 'waiting')`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },
  }
}
