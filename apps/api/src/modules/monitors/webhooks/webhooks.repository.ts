import type { InboxMessage, MonitorDelivery } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import { createWebhookSecret, type WebhookSecrets } from './post-deliveries.ts'

/** The part of a message of the inbox that is posted. */
interface PostedMessage {
  kind: InboxMessage['kind']
  signalId: string | null
  title: string
  alert: InboxMessage['alert']
}

/** The posted body. A receiver detects duplicates by its id, which is the delivery's. */
export interface WebhookBody extends PostedMessage {
  id: string
  sentAt: string
}

export interface Delivery {
  id: string
  monitorId: string
  /** The owner of the monitor; null when it was deleted. */
  userId: string | null
  url: string
  body: WebhookBody
  tries: number
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>

/** All SQL of deliveries. */
export function createWebhooksRepository({ kysely }: Database, createId: CreateId) {
  return {
    /** Stores an alert for posting; does nothing if one of the same monitor and day exists. */
    async enqueue({
      monitorId,
      day,
      url,
      message,
      at,
    }: {
      monitorId: string
      day: string
      url: string
      message: PostedMessage
      at: Date
    }): Promise<void> {
      const id = createId('msg')
      const { kind, signalId, title, alert } = message
      const body: WebhookBody = { id, kind, signalId, title, alert, sentAt: at.toISOString() }
      await sql`insert into webhook_delivery (id, monitor_id, day, url, body, next_at, created_at)
        values (${id}, ${monitorId}, ${day}::date, ${url}, ${JSON.stringify(body)}::jsonb, ${at}::timestamptz, ${at}::timestamptz)
        on conflict (monitor_id, day) do nothing`.execute(kysely)
    },

    /** Claims the deliveries that are due, the oldest first, by postponing them, so that no other process claims them as well. */
    async take(at: Date, until: Date, limit: number): Promise<Delivery[]> {
      const { rows } = await sql<Delivery>`
        update webhook_delivery set next_at = ${until}::timestamptz, tries = tries + 1, tried_at = ${at}::timestamptz
        where id in (select id from webhook_delivery where next_at <= ${at} order by next_at, id limit ${limit} for update skip locked)
        returning id, monitor_id as "monitorId", url, body, tries,
          (select user_id from monitor where monitor.id = monitor_id) as "userId"`.execute(kysely)
      return rows
    },

    /** Stores the outcome of a try; a null `nextAt` ends the delivery. */
    async record(id: string, outcome: { reason: string | null; nextAt: Date | null }): Promise<void> {
      const state = outcome.reason === null ? 'delivered' : outcome.nextAt === null ? 'failed' : 'waiting'
      await sql`update webhook_delivery set state = ${state}, reason = ${outcome.reason},
        next_at = ${outcome.nextAt}::timestamptz where id = ${id}`.execute(kysely)
    },

    /** The deliveries of a monitor, posted or pending, the newest first. */
    async list(monitorId: string, page: PageRequest): Promise<{ items: MonitorDelivery[]; total: number }> {
      const { rows } = await sql<DeliveryRow>`
        select id, to_char(day, 'YYYY-MM-DD') as day, url, state, tries, reason, created_at as "createdAt", tried_at as "triedAt", next_at as "nextAt"
        from webhook_delivery where monitor_id = ${monitorId} order by created_at desc, id
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      const { rows: counts } = await sql<{ total: number }>`
        select count(*)::int as total from webhook_delivery where monitor_id = ${monitorId}`.execute(kysely)
      return { items: rows.map(presentDelivery), total: counts[0]?.total ?? 0 }
    },

    /** Deletes deliveries that ended before `before`. */
    async forgetEnded(before: Date): Promise<void> {
      await sql`delete from webhook_delivery where next_at is null and created_at < ${before}`.execute(kysely)
    },

    /** Cancels the pending deliveries of a monitor that was deleted or whose URL changed. */
    async dropOf(monitorId: string, reason: string): Promise<void> {
      await sql`update webhook_delivery set next_at = null, state = 'failed', reason = ${reason}
        where monitor_id = ${monitorId} and next_at is not null`.execute(kysely)
    },
  }
}

type DeliveryRow = Omit<MonitorDelivery, 'createdAt' | 'triedAt' | 'nextAt'> & {
  createdAt: Date
  triedAt: Date | null
  nextAt: Date | null
}

function presentDelivery({ createdAt, triedAt, nextAt, reason, ...row }: DeliveryRow): MonitorDelivery {
  return {
    ...row,
    reason: reason?.slice(0, 500) ?? null,
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
  }
}

const dayMs = 86_400_000

interface SecretRow {
  secret: string
  createdAt: Date
  previous: string | null
  previousUntil: Date | null
}

const columns = sql.raw(`webhook_secret as secret, webhook_secret_at as "createdAt",
  previous_webhook_secret as previous, previous_webhook_until as "previousUntil"`)

export type WebhookSecretsRepository = ReturnType<typeof createWebhookSecretsRepository>

/** All SQL of secrets. They are stored unencrypted: signing needs them in plain text, as posting needs the URL. */
export function createWebhookSecretsRepository({ kysely }: Database) {
  return {
    /** The secrets of a monitor, created if there are none; undefined when the monitor was deleted. */
    async ensure(monitorId: string, at: Date): Promise<WebhookSecrets | undefined> {
      await sql`update monitor set webhook_secret = ${createWebhookSecret()}, webhook_secret_at = ${at}::timestamptz
        where id = ${monitorId} and webhook_secret is null`.execute(kysely)
      const { rows } = await sql<SecretRow>`select ${columns} from monitor where id = ${monitorId}`.execute(kysely)
      return rows[0] && toSecrets(rows[0], at)
    },

    /** Replaces the secret; the previous one stays valid for a day. Undefined when the monitor is not the person's. */
    async rotate(userId: string, monitorId: string, at: Date): Promise<WebhookSecrets | undefined> {
      const { rows } = await sql<SecretRow>`
        update monitor set previous_webhook_secret = webhook_secret,
          previous_webhook_until = case when webhook_secret is null then null else ${new Date(at.getTime() + dayMs)}::timestamptz end,
          webhook_secret = ${createWebhookSecret()}, webhook_secret_at = ${at}::timestamptz
        where id = ${monitorId} and user_id = ${userId} returning ${columns}`.execute(kysely)
      return rows[0] && toSecrets(rows[0], at)
    },
  }
}

function toSecrets({ secret, createdAt, previous, previousUntil }: SecretRow, at: Date): WebhookSecrets {
  const isValid = previous !== null && previousUntil !== null && previousUntil > at
  return { secret, createdAt, previous: isValid ? { secret: previous, validUntil: previousUntil } : null }
}
