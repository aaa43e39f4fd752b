import type { MonitorState } from '@auspex/analytics'
import type { MonitorSubscription } from '@auspex/sdk/types'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { mostSubscriptions } from '../subscriptions.errors.ts'
import type { RecentDays } from './recent-days.ts'

/** A monitor and its progress. Days are YYYY-MM-DD. */
export interface StoredMonitor extends Omit<
  MonitorSubscription,
  'createdAt' | 'lastFiredAt' | 'snoozedUntil' | 'recent' | 'endedSources' | 'uncoveredAfter'
> {
  userId: string
  snoozedUntil: Date | null
  /** Recent measurements; null when it was not judged since these are stored. */
  recent: RecentDays | null
  /** How often its rule was changed. */
  changes: number
  createdAt: Date
  lastFiredAt: Date | null
  /** The last day that is finally judged, and the state of the rule up to it. */
  settledDay: string
  settled: MonitorState
  /** When it was last judged; null if never. */
  checkedAt: Date | null
}

export type MonitorsRepository = ReturnType<typeof createMonitorsRepository>

const columns = sql.raw(`
  id, user_id as "userId", signal_id as "signalId", title, name, query, rule, channels, webhook_url as "webhookUrl",
  cooldown_hours as "cooldownHours", is_paused as "isPaused", snoozed_until as "snoozedUntil", backtest, recent, changes, created_at as "createdAt", last_fired_at as "lastFiredAt",
  to_char(settled_day, 'YYYY-MM-DD') as "settledDay", settled, checked_at as "checkedAt"`)

const ofSignals = sql`rule->>'kind' not in ('new-trials', 'trial-status', 'new-papers')`

/** All SQL of monitors. Every access by a person is limited to their own. */
export function createMonitorsRepository({ kysely }: Database) {
  const select = async (rest: RawBuilder<unknown>) =>
    (await sql<StoredMonitor>`select ${columns} from monitor ${rest}`.execute(kysely)).rows
  return {
    /** Stores it unless the person has reached the maximum; returns whether it was stored. */
    insert: (m: StoredMonitor): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        // serializes concurrent inserts, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtext(${`monitor ${m.userId}`}))`.execute(trx)
        const { numAffectedRows } = await sql`
          insert into monitor (id, user_id, signal_id, title, name, query, rule, channels, webhook_url, cooldown_hours, is_paused,
            snoozed_until, backtest, recent, created_at, settled_day, settled)
          select ${m.id}, ${m.userId}, ${m.signalId}, ${m.title}, ${m.name}, ${JSON.stringify(m.query)}::jsonb, ${JSON.stringify(m.rule)}::jsonb,
            ${JSON.stringify(m.channels)}::jsonb, ${m.webhookUrl}, ${m.cooldownHours}::int, ${m.isPaused}::boolean,
            ${m.snoozedUntil}::timestamptz, ${JSON.stringify(m.backtest)}::jsonb, ${JSON.stringify(m.recent)}::jsonb,
            ${m.createdAt}::timestamptz, ${m.settledDay}::date, ${JSON.stringify(m.settled)}::jsonb
          where (select count(*) from monitor where user_id = ${m.userId}) < ${mostSubscriptions}`.execute(trx)
        return Number(numAffectedRows) === 1
      }),

    /** `withConditions: false` omits monitors of trial and paper registers. */
    async list(
      userId: string,
      page: PageRequest,
      { withConditions }: { withConditions: boolean },
    ): Promise<{ items: StoredMonitor[]; total: number }> {
      const shown = withConditions ? sql`true` : ofSignals
      const items = await select(sql`where user_id = ${userId} and ${shown} order by created_at desc, id
        limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from monitor where user_id = ${userId} and ${shown}`.execute(kysely)
      return { items, total: rows[0]?.total ?? 0 }
    },

    /** Undefined when it is not the person's. */
    find: async (userId: string, id: string): Promise<StoredMonitor | undefined> =>
      (await select(sql`where id = ${id} and user_id = ${userId}`))[0],

    /** Stores what a person may change; `restarts` also resets the progress. False when the monitor is gone. */
    update: (m: StoredMonitor, { restarts }: { restarts: boolean }): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        const { numAffectedRows } = await sql`
          update monitor set name = ${m.name}, rule = ${JSON.stringify(m.rule)}::jsonb, channels = ${JSON.stringify(m.channels)}::jsonb,
            webhook_url = ${m.webhookUrl}, cooldown_hours = ${m.cooldownHours}::int, is_paused = ${m.isPaused}::boolean,
            snoozed_until = ${m.snoozedUntil}::timestamptz, backtest = ${JSON.stringify(m.backtest)}::jsonb
          where id = ${m.id} and user_id = ${m.userId}`.execute(trx)
        if (restarts)
          await sql`update monitor set settled_day = ${m.settledDay}::date, settled = ${JSON.stringify(m.settled)}::jsonb,
              recent = ${JSON.stringify(m.recent)}::jsonb, checked_at = null, checked_revision = null, changes = changes + 1
            where id = ${m.id} and user_id = ${m.userId}`.execute(trx)
        return Number(numAffectedRows) === 1
      }),

    /** Claims a test message; false when there was one after `since`, or the monitor is gone. */
    async takeTest(id: string, turn: { at: Date; since: Date }): Promise<boolean> {
      const { numAffectedRows } = await sql`update monitor set tested_at = ${turn.at}::timestamptz
        where id = ${id} and (tested_at is null or tested_at <= ${turn.since}::timestamptz)`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** The signals that have a monitor, of all people, with their owners; at most `limit`, the newest first. */
    async watchedSignals(limit: number): Promise<{ signalId: string; userIds: string[] }[]> {
      const { rows } = await sql<{ signalId: string; userIds: string[] }>`
        select signal_id as "signalId", array_agg(distinct user_id) as "userIds" from monitor
        where not is_paused and ${ofSignals} group by signal_id order by max(created_at) desc limit ${limit}`.execute(
        kysely,
      )
      return rows
    },

    async count(userId: string): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from monitor where user_id = ${userId}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    /** False when it is not the person's. */
    async delete(userId: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from monitor where id = ${id} and user_id = ${userId}`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /**
     * Monitors that are due, the longest unjudged first: a day has ended since, or the library has changed and they were last judged before `again`.
     */
    findDue: (due: { today: Date; again: Date; revision: number; limit: number }): Promise<StoredMonitor[]> =>
      select(sql`where checked_at is null or checked_at < ${due.today}
          or (checked_at < ${due.again} and checked_revision is distinct from ${due.revision})
        order by checked_at nulls first, id limit ${due.limit}`),

    /** Stores how far a monitor is judged, unless its rule was changed meanwhile; a null `firedAt` keeps the stored one. */
    async settle(
      { id, changes }: Pick<StoredMonitor, 'id' | 'changes'>,
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
