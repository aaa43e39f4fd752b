import type { MonitorSubscription } from '@auspex/sdk/types'
import type { Handlers, RequestContext } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import type { DigestsUsecases } from './digests/digests.usecases.ts'
import type { MonitorsUsecases } from './monitors/monitors.usecases.ts'
import type { WebhooksUsecases } from './webhooks/webhooks.usecases.ts'

export type SubscriptionsOperations = ReturnType<typeof createSubscriptionsOperations>

/** The operations of subscriptions; each reaches only those of the caller. */
export function createSubscriptionsOperations({
  monitors,
  digests,
  webhooks,
}: {
  monitors: MonitorsUsecases
  digests: DigestsUsecases
  webhooks: WebhooksUsecases
}) {
  return {
    getGlobalTrendsSubscriptions: async ({ query }, { actor }) => ({
      status: 200,
      body: await digests.list(actor.userId, toPageRequest(query)),
    }),
    createGlobalTrendsSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await digests.create(actor.userId, body),
    }),
    deleteGlobalTrendsSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await digests.delete(actor.userId, body.id),
    }),
    getMonitorSubscriptions: async ({ query }, { actor }) => ({
      status: 200,
      body: await monitors.list(actor.userId, toPageRequest(query)),
    }),
    createMonitorSubscription: async ({ body }, { actor, recordSecurityEvent }) => {
      const monitor = await monitors.create(actor.userId, body)
      recordWebhook(monitor, recordSecurityEvent)
      return { status: 200, body: monitor }
    },
    deleteMonitorSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await monitors.delete(actor.userId, body.id),
    }),
    updateMonitor: async ({ path, body }, { actor, recordSecurityEvent }) => {
      const monitor = await monitors.update(actor.userId, path.id, body)
      if (body.webhookUrl != null) recordWebhook(monitor, recordSecurityEvent)
      return { status: 200, body: monitor }
    },
    dryRunMonitor: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await monitors.dryRun(actor.userId, path.id, query.days ?? 30),
    }),
    sendMonitorTestNotification: async ({ path }, { actor, signal }) => ({
      status: 200,
      body: await monitors.sendTest(actor.userId, path.id, signal),
    }),
    getMonitorWebhookSecret: async ({ path }, { actor }) => ({
      status: 200,
      body: await webhooks.secret(actor.userId, path.id),
    }),
    rotateMonitorWebhookSecret: async ({ path }, { actor }) => ({
      status: 200,
      body: await webhooks.rotateSecret(actor.userId, path.id),
    }),
    listMonitorDeliveries: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await webhooks.deliveries(actor.userId, path.id, toPageRequest(query)),
    }),
    previewMonitor: async ({ body }) => ({ status: 200, body: await monitors.preview(body) }),
  } satisfies Partial<Handlers>
}

/** Records the host only: the rest of a webhook URL is often a secret of the receiver. */
function recordWebhook({ id, webhookUrl }: MonitorSubscription, record: RequestContext['recordSecurityEvent']): void {
  if (webhookUrl !== null) record('webhook.registered', { subscriptionId: id, host: new URL(webhookUrl).host })
}
