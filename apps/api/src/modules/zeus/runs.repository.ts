import type { AssistantEvent } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { RunEnding, StoredRun } from './zeus.types.ts'

interface RunRow {
  id: string
  thread_id: string
  user_id: string
  question_id: string
  message_id: string
  replaces: string | null
  fingerprint: Buffer
  approval_key: Buffer
  state: StoredRun['state']
  model: string | null
  started_at: Date
  ended_at: Date | null
  alive_at: Date
  read_at: Date | null
}

/** All SQL of runs and their events. */
export function createRunsRepository(kysely: Database['kysely']) {
  return {
    async insert(run: StoredRun): Promise<void> {
      await sql`
        insert into zeus_run (id, thread_id, user_id, question_id, message_id, replaces, fingerprint, approval_key, state, model,
          started_at, alive_at)
        values (${run.id}, ${run.threadId}, ${run.userId}, ${run.questionId}, ${run.messageId}, ${run.replaces}, ${run.fingerprint},
          ${run.approvalKey}, ${run.state}, ${run.model}, ${run.startedAt}, ${run.aliveAt})`.execute(kysely)
    },

    async find(id: string, userId: string): Promise<StoredRun | null> {
      const { rows } = await sql<RunRow>`
        select * from zeus_run where id = ${id} and user_id = ${userId}`.execute(kysely)
      return rows[0] === undefined ? null : toRun(rows[0])
    },

    /** The run that wrote an answer. */
    async findByMessage(messageId: string, userId: string): Promise<StoredRun | null> {
      const { rows } = await sql<RunRow>`
        select * from zeus_run where message_id = ${messageId} and user_id = ${userId}`.execute(kysely)
      return rows[0] === undefined ? null : toRun(rows[0])
    },

    /** The runs that are writing to threads, by thread. */
    async findWriting(threadIds: readonly string[]): Promise<Map<string, StoredRun>> {
      const { rows } = await sql<RunRow>`
        select * from zeus_run where thread_id = any(${[...threadIds]}) and state = 'running'`.execute(kysely)
      return new Map(rows.map((row) => [row.thread_id, toRun(row)]))
    },

    /** The runs in progress of a person, or of everyone. */
    async listWriting(userId: string | null): Promise<StoredRun[]> {
      const { rows } = await sql<RunRow>`
        select * from zeus_run where state = 'running' and (${userId}::text is null or user_id = ${userId})`.execute(
        kysely,
      )
      return rows.map(toRun)
    },

    async countWriting(userId: string): Promise<number> {
      const { rows } = await sql<{ runs: string }>`
        select count(*) as runs from zeus_run where user_id = ${userId} and state = 'running'`.execute(kysely)
      return Number(rows[0]?.runs ?? 0)
    },

    /** Ends the run unless it has already ended; returns whether it did. */
    async end(id: string, { outcome }: RunEnding, at: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update zeus_run set state = ${outcome}, ended_at = ${at} where id = ${id} and state = 'running'`.execute(kysely)
      return numAffectedRows === 1n
    },

    async requestStop(id: string): Promise<void> {
      await sql`update zeus_run set stop_requested = true where id = ${id}`.execute(kysely)
    },

    /** Records that this process still writes the runs; returns those with a stop request. */
    async keepAlive(ids: readonly string[], at: Date): Promise<string[]> {
      const { rows } = await sql<{ id: string; stop_requested: boolean }>`
        update zeus_run set alive_at = ${at} where id = any(${[...ids]}) returning id, stop_requested`.execute(kysely)
      return rows.flatMap((row) => (row.stop_requested ? row.id : []))
    },

    /** Records that a reader in another process is connected. */
    async markRead(id: string): Promise<void> {
      await sql`update zeus_run set read_at = alive_at where id = ${id}`.execute(kysely)
    },

    async isReadSince(id: string, since: Date): Promise<boolean> {
      const { rows } = await sql<{ is_read: boolean }>`
        select coalesce(read_at >= ${since}, false) as is_read from zeus_run where id = ${id}`.execute(kysely)
      return rows[0]?.is_read ?? false
    },
  }
}

function toRun(row: RunRow): StoredRun {
  return {
    id: row.id,
    threadId: row.thread_id,
    userId: row.user_id,
    questionId: row.question_id,
    messageId: row.message_id,
    replaces: row.replaces,
    fingerprint: row.fingerprint,
    approvalKey: row.approval_key,
    state: row.state,
    model: row.model,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    aliveAt: row.alive_at,
    readAt: row.read_at,
  }
}

/** All SQL of the events that runs send. */
export function createRunEventsRepository(kysely: Database['kysely']) {
  return {
    async append(runId: string, events: readonly AssistantEvent[]): Promise<void> {
      if (events.length === 0) return
      await sql`
        insert into zeus_run_event (run_id, sequence, event)
        select ${runId}, (e ->> 'sequence')::integer, e from jsonb_array_elements(${JSON.stringify(events)}::jsonb) e`.execute(
        kysely,
      )
    },

    async has(runId: string, sequence: number): Promise<boolean> {
      const { rows } = await sql`
        select from zeus_run_event where run_id = ${runId} and sequence = ${sequence}`.execute(kysely)
      return rows.length === 1
    },

    /** The events of the run after a position, in order. */
    async list(runId: string, after: number): Promise<AssistantEvent[]> {
      const { rows } = await sql<{ event: AssistantEvent }>`
        select event from zeus_run_event where run_id = ${runId} and sequence > ${after} order by sequence limit 1000`.execute(
        kysely,
      )
      return rows.map(({ event }) => event)
    },

    /** Deletes the events of runs that ended before `before`. */
    async forgetEnded(before: Date): Promise<void> {
      await sql`
        delete from zeus_run_event e using zeus_run r where r.id = e.run_id and r.ended_at < ${before}`.execute(kysely)
    },
  }
}
