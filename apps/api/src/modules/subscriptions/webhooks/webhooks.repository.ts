import type { InboxMessage } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { CreateId } from '../../../kernel/ids.ts'

/** What is posted: the message of the inbox, with the id of the delivery, by which one that comes twice is known. */
export type WebhookBody = Pick<InboxMessage, 'id' | 'kind' | 'signalId' | 'title' | 'alert' | 'sentAt'>

export interface Delivery {
  id: string
  url: string
  body: WebhookBody
  tries: number
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>

/** All SQL of deliveries. */
export function createWebhooksRepository({ kysely }: Pick<Database, 'kysely'>, createId: CreateId) {
  return {
    /** Keeps an alert to be posted; one of the same monitor and day is there already. */
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
      message: Pick<InboxMessage, 'kind' | 'signalId' | 'title' | 'alert'>
      at: Date
    }): Promise<void> {
      const id = createId('msg')
      const { kind, signalId, title, alert } = message
      const body: WebhookBody = { id, kind, signalId, title, alert, sentAt: at.toISOString() }
      await sql`insert into webhook_delivery (id, monitor_id, day, url, body, next_at, created_at)
        values (${id}, ${monitorId}, ${day}::date, ${url}, ${JSON.stringify(body)}::jsonb, ${at}::timestamptz, ${at}::timestamptz)
        on conflict (monitor_id, day) do nothing`.execute(kysely)
    },

    /** Takes what is due, the oldest first, and puts it off so that nobody else takes it meanwhile. */
    async take(at: Date, until: Date, limit: number): Promise<Delivery[]> {
      const { rows } = await sql<Delivery>`
        update webhook_delivery set next_at = ${until}::timestamptz, tries = tries + 1
        where id in (select id from webhook_delivery where next_at <= ${at} order by next_at, id limit ${limit} for update skip locked)
        returning id, url, body, tries`.execute(kysely)
      return rows
    },

    /** What came of a try; `nextAt` null when it is over. */
    async record(id: string, outcome: { reason: string | null; nextAt: Date | null }): Promise<void> {
      const state = outcome.reason === null ? 'delivered' : outcome.nextAt === null ? 'failed' : 'waiting'
      await sql`update webhook_delivery set state = ${state}, reason = ${outcome.reason},
        next_at = ${outcome.nextAt}::timestamptz where id = ${id}`.execute(kysely)
    },

    /** What waits for a monitor that is deleted, or posts elsewhere, is not posted any more. */
    async dropOf(monitorId: string, reason: string): Promise<void> {
      await sql`update webhook_delivery set next_at = null, state = 'failed', reason = ${reason}
        where monitor_id = ${monitorId} and next_at is not null`.execute(kysely)
    },
  }
}
