import { type Kysely, sql } from 'kysely'
import type { RequestKey, StoredAnswer } from '../idempotency-key.ts'

export interface StoredRequest {
  fingerprint: Buffer
  abandonedAt: Date
  /** Null while the request is in progress. */
  answer: StoredAnswer | null
}

interface Row {
  fingerprint: Buffer
  abandoned_at: Date
  status: number | null
  headers: Record<string, string> | null
  body: string | null
}

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>

/** All SQL of requests that take effect once. */
export function createIdempotencyRepository({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Claims the key for one request; false when another one that began after `retainedSince` has it. */
    async begin(
      { userId, key }: RequestKey,
      {
        fingerprint,
        now,
        abandonedAt,
        retainedSince,
      }: { fingerprint: Buffer } & Record<'now' | 'abandonedAt' | 'retainedSince', Date>,
    ): Promise<boolean> {
      const { rows } = await sql`
        insert into idempotent_request (user_id, key, fingerprint, begun_at, abandoned_at)
        values (${userId}, ${key}, ${fingerprint}, ${now}::timestamptz, ${abandonedAt}::timestamptz)
        on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, begun_at = excluded.begun_at,
          abandoned_at = excluded.abandoned_at, status = null, headers = null, body = null
        where idempotent_request.begun_at <= ${retainedSince}::timestamptz
        returning key`.execute(kysely)
      return rows.length > 0
    },

    async find({ userId, key }: RequestKey): Promise<StoredRequest | null> {
      const { rows } = await sql<Row>`
        select fingerprint, abandoned_at, status, headers, body from idempotent_request where user_id = ${userId} and key = ${key}`.execute(
        kysely,
      )
      return rows[0] === undefined ? null : toStored(rows[0])
    },

    /** Records that the process handling the request is alive. */
    async putOff({ userId, key }: RequestKey, abandonedAt: Date): Promise<void> {
      await sql`
        update idempotent_request set abandoned_at = ${abandonedAt}::timestamptz
        where user_id = ${userId} and key = ${key} and status is null`.execute(kysely)
    },

    async finish({ userId, key }: RequestKey, { status, headers, body }: StoredAnswer): Promise<void> {
      await sql`
        update idempotent_request set status = ${status}::smallint, headers = ${JSON.stringify(headers)}::jsonb, body = ${body}
        where user_id = ${userId} and key = ${key}`.execute(kysely)
    },

    /** Deletes a request that changed nothing, so that it may be sent again. */
    async forget({ userId, key }: RequestKey): Promise<void> {
      await sql`delete from idempotent_request where user_id = ${userId} and key = ${key} and status is null`.execute(
        kysely,
      )
    },

    /** Number of a person's stored requests. */
    async count(userId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from idempotent_request where user_id = ${userId}`.execute(kysely)
      return rows[0]?.n ?? 0
    },

    async deleteBefore(begunBefore: Date): Promise<void> {
      await sql`delete from idempotent_request where begun_at < ${begunBefore}::timestamptz`.execute(kysely)
    },
  }
}

function toStored({ fingerprint, abandoned_at, status, headers, body }: Row): StoredRequest {
  return {
    fingerprint,
    abandonedAt: abandoned_at,
    answer: status === null || body === null ? null : { status, headers: headers ?? {}, body },
  }
}
