import type { MonitorDeliveryPage, MonitorWebhookSecret } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { MonitorsRepository } from '../monitors/monitors.repository.ts'
import { subscriptionNotFound } from '../subscriptions.errors.ts'
import type { WebhookSecrets } from './sign-post.ts'
import type { WebhookSecretsRepository } from './webhook-secrets.repository.ts'
import type { WebhooksRepository } from './webhooks.repository.ts'

export interface WebhooksDependencies {
  monitors: MonitorsRepository
  secrets: WebhookSecretsRepository
  deliveries: WebhooksRepository
  clock: Clock
}

export type WebhooksUsecases = ReturnType<typeof createWebhooksUsecases>

/** Use cases of a monitor's webhook. All throw `subscriptions.not_found`. */
export function createWebhooksUsecases({ monitors, secrets, deliveries, clock }: WebhooksDependencies) {
  async function ensureOwn(userId: string, id: string): Promise<void> {
    if ((await monitors.find(userId, id)) === undefined) throw subscriptionNotFound()
  }

  return {
    async secret(userId: string, id: string): Promise<MonitorWebhookSecret> {
      await ensureOwn(userId, id)
      return present(id, await secrets.ensure(id, clock.now()))
    },

    async rotateSecret(userId: string, id: string): Promise<MonitorWebhookSecret> {
      return present(id, await secrets.rotate(userId, id, clock.now()))
    },

    async deliveries(userId: string, id: string, page: PageRequest): Promise<MonitorDeliveryPage> {
      await ensureOwn(userId, id)
      const { items, total } = await deliveries.list(id, page)
      return { items, page: toPageInfo(page, total) }
    },
  }
}

function present(id: string, found: WebhookSecrets | undefined): MonitorWebhookSecret {
  if (found === undefined) throw subscriptionNotFound()
  const { secret, createdAt, previous } = found
  return {
    id,
    secret,
    createdAt: createdAt.toISOString(),
    previousValidUntil: previous?.validUntil.toISOString() ?? null,
  }
}
