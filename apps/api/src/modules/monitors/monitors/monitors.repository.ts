import type { MonitorState, RecentDays } from '@auspex/analytics'
import type { MonitorSubscription } from '@auspex/sdk/types'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { setDestinations } from '../destinations/destinations.repository.ts'
import { maxSubscriptions } from '../monitors.errors.ts'

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
  array(select destination_id from monitor_destination where monitor_id = monitor.id order by destination_id) as "destinationIds",
  cooldown_hours as "cooldownHours", is_paused as "isPaused", snoozed_until as "snoozedUntil", backtest, recent, changes, created_at as "createdAt", last_fired_at as "lastFiredAt",
  to_char(settled_day, 'YYYY-MM-DD') as "settledDay", settled, checked_at as "checkedAt"`)

/** Limits to monitors whose rule is about the days of a signal, not about what registers publish. */
export const ofSignals = sql`rule->>'kind' not in ('new-trials', 'trial-status', 'new-papers')`

export async function selectMonitors(kysely: Kysely<object>, rest: RawBuilder<unknown>): Promise<StoredMonitor[]> {
  return (await sql<StoredMonitor>`select ${columns} from monitor ${rest}`.execute(kysely)).rows
}

/** SQL of what people do with their monitors. Every access is limited to the person's own. */
export function createMonitorsRepository({ kysely }: Database) {
  const select = (rest: RawBuilder<unknown>) => selectMonitors(kysely, rest)
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
          where (select count(*) from monitor where user_id = ${m.userId}) < ${maxSubscriptions}`.execute(trx)
        const isStored = Number(numAffectedRows) === 1
        if (isStored) await setDestinations(trx, m.id, m.destinationIds)
        return isStored
      }),

    /** `withConditions: false` omits monitors of trial and paper registers. */
    async list(
      userId: string,
      page: PageRequest,
      { withConditions }: { withConditions: boolean },
    ): Promise<{ items: StoredMonitor[]; total: number }> {
      const isVisible = withConditions ? sql`true` : ofSignals
      const items = await select(sql`where user_id = ${userId} and ${isVisible} order by created_at desc, id
        limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from monitor where user_id = ${userId} and ${isVisible}`.execute(kysely)
      return { items, total: rows[0]?.total ?? 0 }
    },

    /** Undefined when it is not the person's. */
    find: async (userId: string, id: string): Promise<StoredMonitor | undefined> =>
      (await select(sql`where id = ${id} and user_id = ${userId}`))[0],

    /** Stores what a person may change; `restarts` also resets the progress. False when the monitor was deleted. */
    update: (m: StoredMonitor, { restarts }: { restarts: boolean }): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        const { numAffectedRows } = await sql`
          update monitor set name = ${m.name}, rule = ${JSON.stringify(m.rule)}::jsonb, channels = ${JSON.stringify(m.channels)}::jsonb,
            webhook_url = ${m.webhookUrl}, cooldown_hours = ${m.cooldownHours}::int, is_paused = ${m.isPaused}::boolean,
            snoozed_until = ${m.snoozedUntil}::timestamptz, backtest = ${JSON.stringify(m.backtest)}::jsonb
          where id = ${m.id} and user_id = ${m.userId}`.execute(trx)
        const isStored = Number(numAffectedRows) === 1
        if (isStored) await setDestinations(trx, m.id, m.destinationIds)
        if (restarts)
          await sql`update monitor set settled_day = ${m.settledDay}::date, settled = ${JSON.stringify(m.settled)}::jsonb,
              recent = ${JSON.stringify(m.recent)}::jsonb, checked_at = null, checked_revision = null, changes = changes + 1
            where id = ${m.id} and user_id = ${m.userId}`.execute(trx)
        return isStored
      }),

    /** Claims a test message; false when there was one after `since`, or the monitor was deleted. */
    async takeTest(id: string, turn: { at: Date; since: Date }): Promise<boolean> {
      const { numAffectedRows } = await sql`update monitor set tested_at = ${turn.at}::timestamptz
        where id = ${id} and (tested_at is null or tested_at <= ${turn.since}::timestamptz)`.execute(kysely)
      return Number(numAffectedRows) === 1
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
  }
}
