import type { MonitorState, RecentDays } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { ofSignals, selectMonitors, type StoredMonitor } from './monitors.repository.ts'

export type MonitorProgressRepository = ReturnType<typeof createMonitorProgressRepository>

/** SQL of judging the monitors of all people, and of how far each is judged. */
export function createMonitorProgressRepository({ kysely }: Database) {
  return {
    /** The signals that have a monitor, of all people, with their owners; at most `limit`, the newest first. */
    async watchedSignals(limit: number): Promise<{ signalId: string; userIds: string[] }[]> {
      const { rows } = await sql<{ signalId: string; userIds: string[] }>`
        select signal_id as "signalId", array_agg(distinct user_id) as "userIds" from monitor
        where not is_paused and ${ofSignals} group by signal_id order by max(created_at) desc limit ${limit}`.execute(
        kysely,
      )
      return rows
    },

    /**
     * Monitors that are due, the longest unjudged first: a day has ended since, or the library has changed and they were last judged before `again`.
     */
    findDue: (due: { today: Date; again: Date; revision: number; limit: number }): Promise<StoredMonitor[]> =>
      selectMonitors(
        kysely,
        sql`where checked_at is null or checked_at < ${due.today}
          or (checked_at < ${due.again} and checked_revision is distinct from ${due.revision})
        order by checked_at nulls first, id limit ${due.limit}`,
      ),

    /** Stores how far a monitor is evaluated, unless its rule has changed since; a null `firedAt` keeps the stored one. */
    async settle(
      { id, changes }: StoredMonitor,
      progress: {
        day: string
        state: MonitorState
        recent: RecentDays
        firedAt: Date | null
        at: Date
        revision: number
      },
    ): Promise<void> {
      await sql`update monitor set settled_day = ${progress.day}::date, settled = ${JSON.stringify(progress.state)}::jsonb,
          last_fired_at = coalesce(${progress.firedAt}::timestamptz, last_fired_at), checked_at = ${progress.at}::timestamptz,
          checked_revision = ${progress.revision}, recent = ${JSON.stringify(progress.recent)}::jsonb
        where id = ${id} and changes = ${changes}`.execute(kysely)
    },

    /** Moves a monitor that could not be judged to the end of the queue. */
    async postpone(id: string, at: Date): Promise<void> {
      await sql`update monitor set checked_at = ${at}::timestamptz, checked_revision = null where id = ${id}`.execute(
        kysely,
      )
    },
  }
}
