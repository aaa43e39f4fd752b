import type { AssistantEvent } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

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
