import type { Destination, DestinationKind, LastDelivery } from '@auspex/sdk/types'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import type { ChatMessage } from './chat-formats.ts'

export interface StoredDestination {
  id: string
  userId: string
  kind: DestinationKind
  name: string
  host: string
  /** Address and token, sealed. */
  secret: string
  createdAt: Date
}

/** A message that is being sent. */
export interface QueuedMessage {
  id: string
  message: ChatMessage
  /** Attempts, with this one. */
  tries: number
  destination: StoredDestination
}

type DeliveryState = NonNullable<LastDelivery>['state']

/** The maximum number of destinations of a person. */
export const maxDestinations = 50

export type DestinationsRepository = ReturnType<typeof createDestinationsRepository>

/** All SQL of destinations and of what is sent to them. */
export function createDestinationsRepository({ kysely }: Database) {
  return {
    /** Stores it unless the person has reached the maximum; returns whether it was stored. */
    insert: ({ id, userId, kind, name, host, secret, createdAt }: StoredDestination): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        // serializes concurrent inserts, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtext(${`destination ${userId}`}))`.execute(trx)
        const { numAffectedRows } = await sql`
          insert into destination (id, user_id, kind, name, host, secret, created_at)
          select ${id}, ${userId}, ${kind}, ${name}, ${host}, ${secret}, ${createdAt}::timestamptz
          where (select count(*) from destination where user_id = ${userId}) < ${maxDestinations}`.execute(trx)
        return Number(numAffectedRows) === 1
      }),

    async count(userId: string): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from destination where user_id = ${userId}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    /** A person's destinations, newest first, with how the newest message to each went. */
    async list(userId: string, page: PageRequest): Promise<Destination[]> {
      const { rows } = await sql<DestinationRow>`
        select id, kind, name, host, created_at as "createdAt", newest.state, newest.reason, newest.at
        from destination left join lateral (
          select state, reason, coalesce(tried_at, created_at) as at from destination_delivery
          where destination_id = destination.id order by created_at desc limit 1
        ) newest on true
        where user_id = ${userId} order by created_at desc, id limit ${page.perPage} offset ${pageOffset(page)}`.execute(
        kysely,
      )
      return rows.map(present)
    },

    /** Those of the given ones that are the person's. */
    async find(userId: string, ids: readonly string[]): Promise<StoredDestination[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<StoredDestination>`
        select id, user_id as "userId", kind, name, host, secret, created_at as "createdAt" from destination
        where user_id = ${userId} and id in (${sql.join(ids)})`.execute(kysely)
      return rows
    },

    /** False when it is not the person's. */
    async delete(userId: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from destination where id = ${id} and user_id = ${userId}`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Claims a test; false when there was one after `since`. */
    async takeTest(userId: string, { at, since }: { at: Date; since: Date }): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into destination_test (user_id, tested_at) values (${userId}, ${at}::timestamptz)
        on conflict (user_id) do update set tested_at = excluded.tested_at
        where destination_test.tested_at <= ${since}::timestamptz`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Stores a message for each of the destinations that still exist; does nothing for those that have one of the same occasion. */
    async enqueue({
      messages,
      occasion,
      message,
      at,
    }: {
      messages: readonly { id: string; destinationId: string }[]
      occasion: string
      message: ChatMessage
      at: Date
    }): Promise<void> {
      for (const { id, destinationId } of messages)
        await sql`insert into destination_delivery (id, destination_id, occasion, message, next_at, created_at)
          select ${id}, destination.id, ${occasion}, ${JSON.stringify(message)}::jsonb, ${at}::timestamptz, ${at}::timestamptz
          from destination where destination.id = ${destinationId}
          on conflict (destination_id, occasion) do nothing`.execute(kysely)
    },

    /** Claims messages that are due, the oldest first, so that no other process sends them as well. */
    async take(at: Date, until: Date, limit: number): Promise<QueuedMessage[]> {
      const { rows } = await sql<QueuedMessage>`
        update destination_delivery set next_at = ${until}::timestamptz, tries = tries + 1, tried_at = ${at}::timestamptz
        where id in (select id from destination_delivery where next_at <= ${at} and handed_over_at is null
          order by next_at, id limit ${limit} for update skip locked)
        returning id, message, tries, (select json_build_object('id', destination.id, 'userId', user_id, 'kind', kind, 'secret', secret)
          from destination where destination.id = destination_id) as destination`.execute(kysely)
      return rows
    },

    /** Marks it as handed over; false when another process has claimed it in the meantime, or it has ended. */
    async handOver({ id, tries }: QueuedMessage, at: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`update destination_delivery set handed_over_at = ${at}::timestamptz
        where id = ${id} and tries = ${tries} and handed_over_at is null and next_at is not null`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Leaves it until later, which is no attempt. */
    async postpone({ id, tries }: QueuedMessage, { until, reason }: { until: Date; reason: string }): Promise<void> {
      await sql`update destination_delivery set next_at = ${until}::timestamptz, tries = tries - 1, reason = ${reason},
          tried_at = case when tries = 1 then null else tried_at end
        where id = ${id} and tries = ${tries} and handed_over_at is null`.execute(kysely)
    },

    /** Stores the outcome of an attempt; a null `nextAt` ends the delivery. */
    async record(
      { id, tries }: QueuedMessage,
      { state, reason, nextAt }: { state: DeliveryState; reason: string | null; nextAt: Date | null },
    ): Promise<void> {
      await sql`update destination_delivery set state = ${state}, reason = ${reason}, next_at = ${nextAt}::timestamptz,
          handed_over_at = case when ${state} = 'waiting' then null else handed_over_at end
        where id = ${id} and tries = ${tries}`.execute(kysely)
    },

    /** Ends what was handed over by a process that stopped before it could record the answer. */
    async endInterrupted(at: Date, reason: string): Promise<number> {
      const { numAffectedRows } = await sql`
        update destination_delivery set state = 'unconfirmed', reason = ${reason}, next_at = null
        where next_at <= ${at} and handed_over_at is not null`.execute(kysely)
      return Number(numAffectedRows)
    },

    /** Deletes messages that ended before `before`. */
    async forgetEnded(before: Date): Promise<void> {
      await sql`delete from destination_delivery where next_at is null and created_at < ${before}`.execute(kysely)
    },
  }
}

/** Replaces where the alerts of a monitor are sent, as part of a transaction. */
export async function setDestinations(
  trx: QueryExecutorProvider,
  monitorId: string,
  destinationIds: readonly string[],
): Promise<void> {
  await sql`delete from monitor_destination where monitor_id = ${monitorId}`.execute(trx)
  for (const destinationId of destinationIds)
    await sql`insert into monitor_destination (monitor_id, destination_id)
      select ${monitorId}, id from destination where id = ${destinationId}`.execute(trx)
}

type DestinationRow = Omit<Destination, 'createdAt' | 'lastDelivery'> & {
  createdAt: Date
  state: DeliveryState | null
  reason: string | null
  at: Date | null
}

function present({ createdAt, state, reason, at, ...row }: DestinationRow): Destination {
  const lastDelivery =
    state === null || at === null ? null : { state, reason: reason?.slice(0, 500) ?? null, at: at.toISOString() }
  return { ...row, createdAt: createdAt.toISOString(), lastDelivery }
}
