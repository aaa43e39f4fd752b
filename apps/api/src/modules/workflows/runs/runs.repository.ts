import type { WorkflowFailure } from '@auspex/sdk/types'
import { type Kysely, type QueryResult, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import type { NewRun, StoredRun } from '../workflows.types.ts'
import { type RunRow, toRun } from './run-rows.ts'

export type RunsRepository = ReturnType<typeof createRunsRepository>

/** All SQL of runs; that of their steps is in `run-steps.repository.ts`. */
export function createRunsRepository(db: Kysely<object>) {
  return {
    ...createRunReader(db),

    /** Stores a queued run with its steps, in several statements: call it in a transaction. False when its scheduled time already has a run. */
    async insert(run: NewRun): Promise<boolean> {
      const result = await sql`
        insert into workflow_run (id, workflow_id, workflow_title, version, definition, user_id, access_scopes, state, trigger, parameters, retry_of,
          only_if_changed, scheduled_for, started_at)
        values (${run.id}, ${run.workflowId}, ${run.workflowTitle}, ${run.version}, ${JSON.stringify(run.definition)}::jsonb,
          ${run.userId}, ${run.accessScopes && [...run.accessScopes]}::text[], 'queued', ${run.trigger}, ${JSON.stringify(run.parameters)}::jsonb, ${run.retryOf},
          ${run.onlyIfChanged}, ${run.scheduledFor}::timestamptz, ${run.startedAt}::timestamptz)
        on conflict (workflow_id, scheduled_for) do nothing`.execute(db)
      if (!didChange(result)) return false
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
      const update = sql`
        update workflow_run set state = 'running' where id = ${id} and state in ('queued', 'running')`
      return didChange(await update.execute(db))
    },

    /** Queues a run that waits for a decision; false when it does not wait. */
    async queueAgain(id: string): Promise<boolean> {
      const queued = sql`
        update workflow_run set state = 'queued' where id = ${id} and state = 'waiting'`
      return didChange(await queued.execute(db))
    },

    /** Makes a run wait; false when a decision has already arrived, or it does not run. */
    async wait(id: string): Promise<boolean> {
      const waiting = sql`
        update workflow_run r set state = 'waiting'
        where r.id = ${id} and r.state = 'running' and not exists (
          select 1 from workflow_run_step s where s.run_id = r.id and s.state = 'pending' and s.decision is not null)`
      return didChange(await waiting.execute(db))
    },

    /** Locks a run until the end of the transaction that this is called in, so that its wait and the decision it waits for cannot miss each other. */
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
          where id = ${id} and state in (${openStates})
          returning id)
        update workflow_run_step s set state = ${state === 'cancelled' ? 'cancelled' : 'skipped'}
        from ended where s.run_id = ended.id and s.state in ('pending', 'running', 'waiting')`.execute(db)
    },

    /** Stores what the run read, as a digest: a later run with the same one may be skipped. */
    async saveFingerprint(id: string, fingerprint: string): Promise<void> {
      await sql`update workflow_run set fingerprint = ${fingerprint} where id = ${id}`.execute(db)
    },

    /** Deletes runs; the foreign key deletes their steps. */
    async deleteEndedBefore(before: Date): Promise<void> {
      await sql`delete from workflow_run where ended_at < ${before}::timestamptz`.execute(db)
    },
  }
}

/** States of a run that has not ended. */
const openStates = sql.raw("'queued', 'running', 'waiting'")

function didChange({ numAffectedRows = 0n }: QueryResult<unknown>): boolean {
  return numAffectedRows > 0n
}

function createRunReader(db: Kysely<object>) {
  return {
    /** The run of any person: only for the job. */
    async findAny(id: string): Promise<StoredRun | null> {
      const { rows } = await sql<RunRow>`select * from workflow_run where id = ${id}`.execute(db)
      return rows[0] === undefined ? null : toRun(rows[0])
    },

    /** A run of the person. */
    async find(userId: string, id: string): Promise<StoredRun | null> {
      const { rows } = await sql<RunRow>`
        select * from workflow_run where id = ${id} and user_id = ${userId}`.execute(db)
      return rows[0] === undefined ? null : toRun(rows[0])
    },

    /** A page of the person's runs, the newest first, of one workflow or of all. */
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

    /** How many runs of the person have not ended. */
    async countOpen(userId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from workflow_run
        where user_id = ${userId} and state in (${openStates})`.execute(db)
      return rows[0]?.n ?? 0
    },

    /** When the person's latest run of each of the workflows began. */
    async findLastStarts(userId: string, workflowIds: readonly string[]): Promise<Map<string, Date>> {
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
