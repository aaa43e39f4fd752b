import type { Digest, DigestFrequency, DigestScope } from '@auspex/sdk/types'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import type { NewsState } from '../../reports/index.ts'

/** What a digest has reported. */
export interface DigestState {
  /** By signal. */
  signals: Readonly<Record<string, NewsState>>
  /** The last day of each monitor on which its alert was reported. */
  alerts: Readonly<Record<string, string>>
  /** The signals of which a digest that was sent said that they have no data. */
  mentionedIds?: readonly string[]
  /** Until when it listed comments; undefined before the first. */
  commentsUntil?: string
}

export type DigestResult = NonNullable<Digest['last']>['result']

export interface StoredDigest {
  id: string
  userId: string
  scope: DigestScope
  frequency: DigestFrequency
  weekday: number
  hour: number
  zone: string
  onlyIfChanged: boolean
  attachPdf: boolean
  channels: Digest['channels']
  destinationIds: string[]
  isPaused: boolean
  state: DigestState
  createdAt: Date
  nextAt: Date
  lastAt: Date | null
  lastResult: DigestResult | null
}

/** The maximum number of digests of a person. */
export const maxDigests = 50

export type DigestsRepository = ReturnType<typeof createDigestsRepository>

const columns = sql.raw(`
  id, user_id as "userId", scope, frequency, weekday, hour, zone, only_if_changed as "onlyIfChanged",
  attach_pdf as "attachPdf", channels,
  array(select destination_id from digest_destination where digest_id = digest.id order by destination_id) as "destinationIds",
  is_paused as "isPaused", state, created_at as "createdAt", next_at as "nextAt", last_at as "lastAt", last_result as "lastResult"`)

/** All SQL of digests. What people do with them is limited to their own. */
export function createDigestsRepository({ kysely }: Database) {
  const select = async (rest: RawBuilder<unknown>) =>
    (await sql<StoredDigest>`select ${columns} from digest ${rest}`.execute(kysely)).rows
  return {
    /** Stores it unless the person has reached the maximum; returns whether it was stored. */
    insert: (d: StoredDigest): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        // serializes concurrent inserts, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtext(${`digest ${d.userId}`}))`.execute(trx)
        const { numAffectedRows } = await sql`
          insert into digest (id, user_id, scope, frequency, weekday, hour, zone, only_if_changed, attach_pdf, channels, state,
            created_at, next_at)
          select ${d.id}, ${d.userId}, ${JSON.stringify(d.scope)}::jsonb, ${d.frequency}, ${d.weekday}::int, ${d.hour}::int, ${d.zone},
            ${d.onlyIfChanged}::boolean, ${d.attachPdf}::boolean, ${JSON.stringify(d.channels)}::jsonb, ${JSON.stringify(d.state)}::jsonb,
            ${d.createdAt}::timestamptz, ${d.nextAt}::timestamptz
          where (select count(*) from digest where user_id = ${d.userId}) < ${maxDigests}`.execute(trx)
        const isStored = Number(numAffectedRows) === 1
        if (isStored) await setDestinations(trx, d)
        return isStored
      }),

    async list(userId: string, page: PageRequest): Promise<{ items: StoredDigest[]; total: number }> {
      const items = await select(sql`where user_id = ${userId} order by created_at desc, id
        limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from digest where user_id = ${userId}`.execute(kysely)
      return { items, total: rows[0]?.total ?? 0 }
    },

    /** Undefined when it is not the person's. */
    async find(userId: string, id: string): Promise<StoredDigest | undefined> {
      return (await select(sql`where user_id = ${userId} and id = ${id}`))[0]
    },

    /** Stores what people can change. */
    update: (d: StoredDigest): Promise<void> =>
      kysely.transaction().execute(async (trx) => {
        await sql`update digest set frequency = ${d.frequency}, weekday = ${d.weekday}::int, hour = ${d.hour}::int, zone = ${d.zone},
            only_if_changed = ${d.onlyIfChanged}::boolean, attach_pdf = ${d.attachPdf}::boolean, channels = ${JSON.stringify(d.channels)}::jsonb,
            is_paused = ${d.isPaused}::boolean, next_at = ${d.nextAt}::timestamptz
          where id = ${d.id} and user_id = ${d.userId}`.execute(trx)
        await setDestinations(trx, d)
      }),

    /** False when it is not the person's. */
    async delete(userId: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`delete from digest where id = ${id} and user_id = ${userId}`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Claims a sending that a person requested; false when there was one after `since`. */
    async request(id: string, { at, since }: { at: Date; since: Date }): Promise<boolean> {
      const { numAffectedRows } = await sql`update digest set requested_at = ${at}::timestamptz
        where id = ${id} and (requested_at is null or requested_at <= ${since}::timestamptz)`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Digests that are due, the oldest first. */
    findDue: (at: Date, limit: number): Promise<StoredDigest[]> =>
      select(sql`where next_at <= ${at} and not is_paused order by next_at, id limit ${limit}`),

    /** Stores how a digest went and when the next one is due, unless that was changed since it was read. */
    async advance({ id, nextAt: from }: StoredDigest, { nextAt, last, state }: DigestProgress): Promise<void> {
      await sql`update digest set next_at = ${nextAt}::timestamptz, last_at = coalesce(${last?.at ?? null}::timestamptz, last_at),
          last_result = coalesce(${last?.result ?? null}, last_result),
          state = coalesce(${state === null ? null : JSON.stringify(state)}::jsonb, state)
        where id = ${id} and next_at = ${from}::timestamptz`.execute(kysely)
    },
  }
}

interface DigestProgress {
  nextAt: Date
  /** Null keeps the stored one. */
  last: { at: Date; result: DigestResult } | null
  /** Null keeps the stored one. */
  state: DigestState | null
}

async function setDestinations(
  trx: QueryExecutorProvider,
  { id, userId, destinationIds }: StoredDigest,
): Promise<void> {
  await sql`delete from digest_destination where digest_id = ${id}`.execute(trx)
  for (const destinationId of destinationIds)
    await sql`insert into digest_destination (digest_id, destination_id)
      select ${id}, id from destination where id = ${destinationId} and user_id = ${userId}`.execute(trx)
}
