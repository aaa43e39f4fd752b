import type { Handlers } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import type { DigestsUsecases } from './digests/digests.usecases.ts'
import type { MonitorsUsecases } from './monitors/monitors.usecases.ts'

export type SubscriptionsOperations = Pick<
  Handlers,
  | 'getGlobalTrendsSubscriptions'
  | 'createGlobalTrendsSubscription'
  | 'deleteGlobalTrendsSubscription'
  | 'getMonitorSubscriptions'
  | 'createMonitorSubscription'
  | 'deleteMonitorSubscription'
  | 'previewMonitor'
>

/** The operations of subscriptions; each reaches only those of the caller. */
export function createSubscriptionsOperations({
  monitors,
  digests,
}: {
  monitors: MonitorsUsecases
  digests: DigestsUsecases
}): SubscriptionsOperations {
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
      // the host alone: the rest of such an address is often a password of the receiver
      if (monitor.webhookUrl !== null)
        recordSecurityEvent('webhook.registered', {
          subscriptionId: monitor.id,
          host: new URL(monitor.webhookUrl).host,
        })
      return { status: 200, body: monitor }
    },
    deleteMonitorSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await monitors.delete(actor.userId, body.id),
    }),
    previewMonitor: async ({ body }) => ({ status: 200, body: await monitors.preview(body) }),
  }
}
