import type { DigestText, InboxMessage, MailDelivery, NotificationKind } from '@auspex/sdk/types'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'

/** A portfolio or project that an email has attached as a PDF. */
export interface MailAttachment {
  kind: 'portfolio' | 'project'
  id: string
}

/** What an email is about, before it is written. */
export interface NewMail {
  id: string
  recipientId: string
  senderId: string | null
  kind: NotificationKind
  signalId: string | null
  /** Page of the app that it is about, where that is not the signal. */
  path: string | null
  title: string
  message: string | null
  alert: InboxMessage['alert']
  /** What a digest says; null or left out for others. */
  digest?: DigestText | null
  /** What it has attached as a PDF, which is made when it is sent; null or left out for nothing. */
  attachment?: MailAttachment | null
  /** The event that caused it; a second email for the same occasion and person is dropped. */
  occasion: string
}

/** An email that is being sent. */
export interface QueuedMail extends NewMail {
  /** Attempts, with this one. */
  tries: number
  createdAt: Date
}

type DeliveryState = MailDelivery['state']

export type MailOutbox = ReturnType<typeof createMailOutbox>

/** All SQL of emails. */
export function createMailOutbox({ kysely }: Database) {
  return {
    /** Claims emails that are due, the oldest first, so that no other process sends them as well. */
    async take(at: Date, until: Date, limit: number): Promise<QueuedMail[]> {
      const { rows } = await sql<QueuedMail>`
        update mail_delivery set next_at = ${until}::timestamptz, tries = tries + 1, tried_at = ${at}::timestamptz
        where id in (select id from mail_delivery where next_at <= ${at} and handed_over_at is null
          order by next_at, id limit ${limit} for update skip locked)
        returning id, recipient_id as "recipientId", sender_id as "senderId", kind, signal_id as "signalId", path, title, message,
          alert, digest, attachment, occasion, tries, created_at as "createdAt"`.execute(kysely)
      return rows
    },

    /** Stores the address before an attempt. */
    async address(id: string, address: string): Promise<void> {
      await sql`update mail_delivery set address = ${address} where id = ${id}`.execute(kysely)
    },

    /** Marks it as handed over, for good; false when another process has claimed it in the meantime, or it has ended. */
    async handOver({ id, tries }: QueuedMail, at: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`update mail_delivery set handed_over_at = ${at}::timestamptz
        where id = ${id} and tries = ${tries} and handed_over_at is null and next_at is not null`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** Leaves it until later, which is no attempt. */
    async postpone({ id, tries }: QueuedMail, { until, reason }: { until: Date; reason: string }): Promise<void> {
      await sql`update mail_delivery set next_at = ${until}::timestamptz, tries = tries - 1, reason = ${reason},
          tried_at = case when tries = 1 then null else tried_at end
        where id = ${id} and tries = ${tries} and handed_over_at is null`.execute(kysely)
    },

    /** Stores the outcome of an attempt; a null `nextAt` ends the delivery. */
    async record(
      { id, tries }: QueuedMail,
      { state, reason, nextAt }: { state: DeliveryState; reason: string | null; nextAt: Date | null },
    ): Promise<void> {
      await sql`update mail_delivery set state = ${state}, reason = ${reason}, next_at = ${nextAt}::timestamptz,
          handed_over_at = case when ${state} = 'waiting' then null else handed_over_at end
        where id = ${id} and tries = ${tries}`.execute(kysely)
    },

    /** Ends what was handed over by a process that stopped before it could record the answer. */
    async endInterrupted(at: Date, reason: string): Promise<number> {
      const { numAffectedRows } = await sql`
        update mail_delivery set state = 'unconfirmed', reason = ${reason}, next_at = null
        where next_at <= ${at} and handed_over_at is not null`.execute(kysely)
      return Number(numAffectedRows)
    },

    /** What was sent to a person and to their rooms since a time, or may have been. */
    async countSent(userId: string, since: Date): Promise<number> {
      const isSent = sql`tried_at >= ${since}::timestamptz and state in ('delivered', 'unconfirmed')`
      const { rows } = await sql<{ total: number }>`
        select ((select count(*) from mail_delivery where recipient_id = ${userId} and kind <> 'test' and ${isSent})
          + (select count(*) from destination_delivery
            where destination_id in (select id from destination where user_id = ${userId}) and ${isSent}))::int as total`.execute(
        kysely,
      )
      return rows[0]?.total ?? 0
    },

    /** Stores a test that was just sent; false when there was one in the same minute. Tests are not listed. */
    async beginTest({ id, recipientId, at }: { id: string; recipientId: string; at: Date }): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into mail_delivery (id, recipient_id, kind, title, occasion, state, tries, created_at, tried_at)
        values (${id}, ${recipientId}, 'test', 'Test', ${`test:${at.toISOString().slice(0, 16)}`}, 'delivered', 1,
          ${at}::timestamptz, ${at}::timestamptz) on conflict (recipient_id, occasion) do nothing`.execute(kysely)
      return Number(numAffectedRows) === 1
    },

    /** The emails to a person, newest first. */
    async list(recipientId: string, page: PageRequest): Promise<{ items: MailDelivery[]; total: number }> {
      const listed = sql`from mail_delivery where recipient_id = ${recipientId} and kind <> 'test'`
      const { rows } = await sql<DeliveryRow>`
        select id, kind, title, address as "to", state, least(tries, 5) as tries, reason, created_at as "createdAt", tried_at as "triedAt",
          case when tries > 0 and handed_over_at is not null then null else next_at end as "nextAt"
        ${listed} order by created_at desc, id limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${listed}`.execute(kysely)
      return { items: rows.map(present), total: counts[0]?.total ?? 0 }
    },

    /** Deletes emails that ended before `before`. */
    async forgetEnded(before: Date): Promise<void> {
      await sql`delete from mail_delivery where next_at is null and created_at < ${before}`.execute(kysely)
    },
  }
}

/** Stores emails to be sent, as part of a transaction; drops those of an occasion that was emailed before. */
export async function insertMails(trx: QueryExecutorProvider, mails: readonly NewMail[], at: Date): Promise<void> {
  for (const {
    id,
    recipientId,
    senderId,
    kind,
    signalId,
    path,
    title,
    message,
    alert,
    digest = null,
    attachment = null,
    occasion,
  } of mails)
    await sql`insert into mail_delivery (id, recipient_id, sender_id, kind, signal_id, path, title, message, alert, digest, attachment,
        occasion, next_at, created_at)
      values (${id}, ${recipientId}, ${senderId}, ${kind}, ${signalId}, ${path}, ${title}, ${message},
        ${alert === null ? null : JSON.stringify(alert)}::jsonb, ${digest === null ? null : JSON.stringify(digest)}::jsonb,
        ${attachment === null ? null : JSON.stringify(attachment)}::jsonb, ${occasion}, ${at}::timestamptz, ${at}::timestamptz)
      on conflict (recipient_id, occasion) do nothing`.execute(trx)
}

type DeliveryRow = Omit<MailDelivery, 'createdAt' | 'triedAt' | 'nextAt'> & {
  createdAt: Date
  triedAt: Date | null
  nextAt: Date | null
}

function present({ createdAt, triedAt, nextAt, reason, ...row }: DeliveryRow): MailDelivery {
  return {
    ...row,
    reason: reason?.slice(0, 500) ?? null,
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
  }
}
