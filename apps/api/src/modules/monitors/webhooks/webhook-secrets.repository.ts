import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createWebhookSecret, type WebhookSecrets } from './sign-post.ts'

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
