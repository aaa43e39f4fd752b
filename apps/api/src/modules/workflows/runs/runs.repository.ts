import type { WorkflowFailure } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import type { NewRun, StoredRun } from '../workflows.types.ts'
import { type RunRow, toRun } from './run-rows.ts'

export type RunsRepository = ReturnType<typeof createRunsRepository>

/** All SQL of runs; that of their steps is in `run-steps.repository.ts`. */
export function createRunsRepository(db: Kysely<Tables> | Kysely<object>) {
  return {
    ...createRunReader(db),

    /** Stores a queued run with its steps; false when its scheduled time already has one. */
    async insert(run: NewRun): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into workflow_run (id, workflow_id, workflow_title, version, definition, user_id, access_scopes, state, trigger, parameters, retry_of,
          only_if_changed, scheduled_for, started_at)
        values (${run.id}, ${run.workflowId}, ${run.workflowTitle}, ${run.version}, ${JSON.stringify(run.definition)}::jsonb,
          ${run.userId}, ${run.accessScopes && [...run.accessScopes]}::text[], 'queued', ${run.trigger}, ${JSON.stringify(run.parameters)}::jsonb, ${run.retryOf},
          ${run.onlyIfChanged}, ${run.scheduledFor}::timestamptz, ${run.startedAt}::timestamptz)
        on conflict (workflow_id, scheduled_for) do nothing`.execute(db)
      if ((numAffectedRows ?? 0n) === 0n) return false
      for (const [position, { id }] of run.definition.steps.entries()) {
        const reusedStep = run.reused.find(({ stepId }) => stepId === id)
        await sql`
          insert into workflow_run_step (run_id, step_id, position, state, attempt, input_hash, input, output, evidence, started_at, ended_at)
          values (${run.id}, ${id}, ${position}, ${reusedStep === undefined ? 'pending' : 'reused'}, 0, ${reusedStep?.inputHash ?? null},
            ${reusedStep?.input ?? null}, ${reusedStep?.output ?? null}, ${JSON.stringify(reusedStep?.evidence ?? [])}::jsonb,
            ${reusedStep?.startedAt ?? null}::timestamptz, ${reusedStep?.endedAt ?? null}::timestamptz)`.execute(db)
      }
      return true
    },

    /** Marks a run as running, even if an interrupted process already had; false when it has ended or is waiting. */
    async begin(id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update workflow_run set state = 'running' where id = ${id} and state in ('queued', 'running')`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },

    async queueAgain(id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update workflow_run set state = 'queued' where id = ${id} and state = 'waiting'`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },

    /** Makes a run wait, unless a decision has already arrived. */
    async wait(id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update workflow_run r set state = 'waiting' where r.id = ${id} and r.state = 'running' and not exists (
          select 1 from workflow_run_step s where s.run_id = r.id and s.state = 'pending' and s.decision is not null)`.execute(
        db,
      )
      return (numAffectedRows ?? 0n) > 0n
    },

    async lock(id: string): Promise<void> {
      await sql`select 1 from workflow_run where id = ${id} for update`.execute(db)
    },

    /** Ends a run and cancels its remaining steps. Does nothing when it has already ended. */
    async end(
      id: string,
      {
        state,
        failure,
        at,
      }: { state: 'completed' | 'unchanged' | 'failed' | 'cancelled'; failure: WorkflowFailure | null; at: Date },
    ): Promise<void> {
      // One statement, so that no reader sees a pending step in a run that has ended.
      await sql`
        with ended as (
          update workflow_run set state = ${state}, ended_at = ${at}::timestamptz, failure_code = ${failure?.code ?? null},
            failure_reason = ${failure?.reason ?? null}
          where id = ${id} and state in ('queued', 'running', 'waiting')
          returning id)
        update workflow_run_step s set state = ${state === 'cancelled' ? 'cancelled' : 'skipped'}
        from ended where s.run_id = ended.id and s.state in ('pending', 'running', 'waiting')`.execute(db)
    },

    async saveFingerprint(id: string, fingerprint: string): Promise<void> {
      await sql`update workflow_run set fingerprint = ${fingerprint} where id = ${id}`.execute(db)
    },

    async forgetEnded(before: Date): Promise<void> {
      await sql`delete from workflow_run where ended_at < ${before}::timestamptz`.execute(db)
    },
  }
}

function createRunReader(db: Kysely<Tables> | Kysely<object>) {
  return {
    /** The run of any person: only for the job. */
    async findAny(id: string): Promise<StoredRun | null> {
      const { rows } = await sql<RunRow>`select * from workflow_run where id = ${id}`.execute(db)
      return rows[0] === undefined ? null : toRun(rows[0])
    },

    async find(userId: string, id: string): Promise<StoredRun | null> {
      const { rows } = await sql<RunRow>`
        select * from workflow_run where id = ${id} and user_id = ${userId}`.execute(db)
      return rows[0] === undefined ? null : toRun(rows[0])
    },

    async list(
      userId: string,
      { workflowId, page }: { workflowId: string | null; page: PageRequest },
    ): Promise<{ runs: { run: StoredRun; stepsEnded: number }[]; total: number }> {
      const matching = sql`from workflow_run r where r.user_id = ${userId}
        and (${workflowId}::text is null or r.workflow_id = ${workflowId})`
      const { rows } = await sql<RunRow & { steps_ended: number }>`
        select r.*, (select count(*)::int from workflow_run_step s where s.run_id = r.id
          and s.state not in ('pending', 'running', 'waiting')) as steps_ended
        ${matching} order by r.started_at desc, r.id desc limit ${page.perPage} offset ${pageOffset(page)}`.execute(db)
      const countResult = await sql<{ n: number }>`select count(*)::int as n ${matching}`.execute(db)
      return {
        runs: rows.map((row) => ({ run: toRun(row), stepsEnded: row.steps_ended })),
        total: countResult.rows[0]?.n ?? 0,
      }
    },

    async countUnderWay(userId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from workflow_run where user_id = ${userId} and state in ('queued', 'running', 'waiting')`.execute(
        db,
      )
      return rows[0]?.n ?? 0
    },

    /** When the person's latest run of each of the workflows began. */
    async lastRuns(userId: string, workflowIds: readonly string[]): Promise<Map<string, Date>> {
      const { rows } = await sql<{ workflow_id: string; at: Date }>`
        select workflow_id, max(started_at) as at from workflow_run
        where user_id = ${userId} and workflow_id = any(${[...workflowIds]}::text[]) group by workflow_id`.execute(db)
      return new Map(rows.map(({ workflow_id: id, at }) => [id, at]))
    },

    /** The fingerprint of the workflow's last run that got this far; null when there is none. */
    async lastFingerprint({ id, workflowId, userId, startedAt }: StoredRun): Promise<string | null> {
      const { rows } = await sql<{ fingerprint: string }>`
        select fingerprint from workflow_run
        where workflow_id = ${workflowId} and user_id = ${userId} and id <> ${id} and state in ('completed', 'unchanged')
          and fingerprint is not null and started_at <= ${startedAt}::timestamptz
        order by started_at desc, id desc limit 1`.execute(db)
      return rows[0]?.fingerprint ?? null
    },
  }
}
