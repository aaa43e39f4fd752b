import type { Frequency, GlobalTrendsSubscription } from '@auspex/sdk/types'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { maxSubscriptions } from '../monitors.errors.ts'

/** Which trends are sent, and how often: a person has one subscription of each. */
export interface TrendSubscriptionTerms {
  country: string | null
  category: string | null
  frequency: Frequency
}

export interface StoredTrendSubscription extends TrendSubscriptionTerms {
  id: string
  userId: string
  channels: GlobalTrendsSubscription['channels']
  createdAt: Date
  nextAt: Date
}

export type TrendSubscriptionsRepository = ReturnType<typeof createTrendSubscriptionsRepository>

const columns = sql.raw(`
  id, user_id as "userId", country, category, frequency, channels, created_at as "createdAt", next_at as "nextAt"`)

/** All SQL of subscriptions to trends. Every access is limited to the person. */
export function createTrendSubscriptionsRepository({ kysely }: Database) {
  const select = async (rest: RawBuilder<unknown>) =>
    (await sql<StoredTrendSubscription>`select ${columns} from trends_subscription ${rest}`.execute(kysely)).rows
  return {
    /** Stores it unless the person has reached the maximum; returns whether it was stored. */
    insert: (d: StoredTrendSubscription): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        // serializes concurrent inserts, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtext(${`trends ${d.userId}`}))`.execute(trx)
        const { numAffectedRows } = await sql`
          insert into trends_subscription (id, user_id, country, category, frequency, channels, created_at, next_at)
          select ${d.id}, ${d.userId}, ${d.country}, ${d.category}, ${d.frequency}, ${JSON.stringify(d.channels)}::jsonb,
            ${d.createdAt}::timestamptz, ${d.nextAt}::timestamptz
          where (select count(*) from trends_subscription where user_id = ${d.userId}) < ${maxSubscriptions}`.execute(
          trx,
        )
        return Number(numAffectedRows) === 1
      }),

    /** Whether the person already has an identical subscription. */
    async exists(userId: string, d: TrendSubscriptionTerms): Promise<boolean> {
      const equalRows = await select(sql`where user_id = ${userId} and country is not distinct from ${d.country}
        and category is not distinct from ${d.category} and frequency = ${d.frequency} limit 1`)
      return equalRows.length > 0
    },

    async list(userId: string, page: PageRequest): Promise<{ items: StoredTrendSubscription[]; total: number }> {
      const items = await select(sql`where user_id = ${userId} order by created_at desc, id
        limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from trends_subscription where user_id = ${userId}`.execute(kysely)
      return { items, total: rows[0]?.total ?? 0 }
    },

    /** False when it is not the person's. */
    async delete(userId: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from trends_subscription where id = ${id} and user_id = ${userId}`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Subscriptions that are due, the oldest first. */
    findDue: (at: Date, limit: number): Promise<StoredTrendSubscription[]> =>
      select(sql`where next_at <= ${at} order by next_at, id limit ${limit}`),

    /** Sets the time of the next message, unless it has changed since it was read. */
    async advance(id: string, from: Date, to: Date): Promise<void> {
      await sql`update trends_subscription set next_at = ${to}::timestamptz
        where id = ${id} and next_at = ${from}::timestamptz`.execute(kysely)
    },
  }
}
