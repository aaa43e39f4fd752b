import type { Handlers, RequestContext } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { DigestDependencies } from './digests/digest-scope.ts'
import type { MonitorDependencies } from './monitors/monitor-dependencies.ts'
import type { WebhookSecrets } from './webhooks/post-deliveries.ts'
import type { MonitorDeliveryPage, MonitorSubscription, MonitorWebhookSecret } from '@auspex/sdk/types'
import { Readable } from 'node:stream'
import { FileBody } from '../../http/body-parsers.ts'
import { type PageRequest, toPageInfo, toPageRequest } from '../../kernel/page.ts'
import { createDestination, deleteDestination, listDestinations } from './destinations/destinations.usecases.ts'
import {
  createDigest,
  deleteDigest,
  listDigests,
  previewDigest,
  sendDigest,
  updateDigest,
} from './digests/digests.usecases.ts'
import {
  createFeedKey,
  type FeedDependencies,
  listFeedKeys,
  readFeedFile,
  revokeFeedKey,
} from './feeds/feeds.usecases.ts'
import { subscriptionNotFound } from './monitors.errors.ts'
import {
  createMonitor,
  deleteMonitor,
  dryRunMonitor,
  listMonitors,
  previewMonitor,
  sendTestNotification,
  updateMonitor,
} from './monitors/monitors.usecases.ts'
import {
  endMailSubscription,
  listMailDeliveries,
  type NotificationDependencies,
  readMailSubscription,
  readNotificationSettings,
  sendTestMail,
  updateNotificationSettings,
} from './notifications/notifications.usecases.ts'
import {
  type TrendSubscriptionDependencies,
  createTrendSubscription,
  deleteTrendSubscription,
  listTrendSubscriptions,
} from './trends/trend-subscriptions.usecases.ts'

export type SubscriptionsOperations = ReturnType<typeof createSubscriptionsOperations>

/** The operations of subscriptions; each reaches only those of the caller. */
export function createSubscriptionsOperations(deps: FeedDependencies & TrendSubscriptionDependencies) {
  return {
    getGlobalTrendsSubscriptions: async ({ query }, { actor }) => ({
      status: 200,
      body: await listTrendSubscriptions(toPageRequest(query), actor, deps),
    }),
    createGlobalTrendsSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await createTrendSubscription(body, actor, deps),
    }),
    deleteGlobalTrendsSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await deleteTrendSubscription(body.id, actor, deps),
    }),
    getMonitorSubscriptions: async ({ query }, { actor }) => ({
      status: 200,
      body: await listMonitors(toPageRequest(query), actor, deps),
    }),
    createMonitorSubscription: async ({ body }, { actor, recordSecurityEvent }) => {
      const monitor = await createMonitor(body, actor, deps)
      recordWebhook(monitor, recordSecurityEvent)
      return { status: 200, body: monitor }
    },
    deleteMonitorSubscription: async ({ body }, { actor }) => ({
      status: 200,
      body: await deleteMonitor(body.id, actor, deps),
    }),
    updateMonitor: async ({ path, body }, { actor, recordSecurityEvent }) => {
      const monitor = await updateMonitor({ id: path.id, changes: body }, actor, deps)
      if (body.webhookUrl != null) recordWebhook(monitor, recordSecurityEvent)
      return { status: 200, body: monitor }
    },
    dryRunMonitor: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await dryRunMonitor({ id: path.id, days: query.days ?? 30 }, actor, deps),
    }),
    sendMonitorTestNotification: async ({ path }, { actor, signal }) => ({
      status: 200,
      body: await sendTestNotification({ id: path.id, signal }, actor, deps),
    }),
    getMonitorWebhookSecret: async ({ path }, { actor }) => ({
      status: 200,
      body: await readWebhookSecret(path.id, actor, deps),
    }),
    rotateMonitorWebhookSecret: async ({ path }, { actor }) => ({
      status: 200,
      body: await rotateWebhookSecret(path.id, actor, deps),
    }),
    listMonitorDeliveries: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await listDeliveries({ id: path.id, page: toPageRequest(query) }, actor, deps),
    }),
    listDestinations: async ({ query }, { actor }) => ({
      status: 200,
      body: await listDestinations(toPageRequest(query), actor, deps),
    }),
    createDestination: async ({ body }, { actor, signal, recordSecurityEvent }) => {
      const destination = await createDestination(body, signal, actor, deps)
      const { id, kind, host } = destination
      recordSecurityEvent('destination.added', { destinationId: id, kind, host })
      return { status: 200, body: destination }
    },
    deleteDestination: async ({ path }, { actor }) => ({
      status: 200,
      body: await deleteDestination(path.id, actor, deps),
    }),
    ...createDigestOperations(deps),
    ...createFeedOperations(deps),
    ...createNotificationOperations(deps),
    previewMonitor: async ({ body }) => ({ status: 200, body: await previewMonitor(body, deps) }),
  } satisfies Partial<Handlers>
}

function createDigestOperations(deps: DigestDependencies) {
  return {
    listDigests: async ({ query }, { actor }) => ({
      status: 200,
      body: await listDigests(toPageRequest(query), actor, deps),
    }),
    createDigest: async ({ body }, { actor }) => ({ status: 200, body: await createDigest(body, actor, deps) }),
    previewDigest: async ({ body }, { actor }) => ({ status: 200, body: await previewDigest(body, actor, deps) }),
    updateDigest: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await updateDigest({ id: path.id, changes: body }, actor, deps),
    }),
    deleteDigest: async ({ path }, { actor }) => ({ status: 200, body: await deleteDigest(path.id, actor, deps) }),
    sendDigest: async ({ path }, { actor }) => ({ status: 200, body: await sendDigest(path.id, actor, deps) }),
  } satisfies Partial<Handlers>
}

/** Secret addresses for other programs. The last needs no account: the token is the permission. */
function createFeedOperations(deps: FeedDependencies) {
  return {
    listFeedKeys: async ({ query }, { actor }) => ({
      status: 200,
      body: await listFeedKeys(toPageRequest(query), actor, deps),
    }),
    createFeedKey: async ({ body }, { actor, recordSecurityEvent }) => {
      const key = await createFeedKey(body, actor, deps)
      recordSecurityEvent('feed.created', { feedId: key.id, kind: key.kind })
      return { status: 200, body: key }
    },
    revokeFeedKey: async ({ path }, { actor, recordSecurityEvent }) => {
      const revoked = await revokeFeedKey(path.id, actor, deps)
      recordSecurityEvent('feed.revoked', { feedId: revoked.id })
      return { status: 200, body: revoked }
    },
    readFeed: async ({ path }) => {
      const { mediaType, text, etag } = await readFeedFile(path, deps)
      return {
        status: 200,
        body: new FileBody({ mediaType, stream: Readable.from([Buffer.from(text)]) }),
        headers: { etag, 'x-robots-tag': 'noindex, nofollow' },
      }
    },
  } satisfies Partial<Handlers>
}

/** How a person hears about what. The last two need no account: the token is the permission. */
function createNotificationOperations(deps: NotificationDependencies) {
  return {
    getNotificationSettings: async (_input, { actor }) => ({
      status: 200,
      body: await readNotificationSettings(actor, deps),
    }),
    updateNotificationSettings: async ({ body }, { actor }) => ({
      status: 200,
      body: await updateNotificationSettings(body, actor, deps),
    }),
    sendTestMail: async (_input, { actor, signal }) => ({ status: 200, body: await sendTestMail(signal, actor, deps) }),
    listMailDeliveries: async ({ query }, { actor }) => ({
      status: 200,
      body: await listMailDeliveries(toPageRequest(query), actor, deps),
    }),
    getMailSubscription: async ({ path }) => ({ status: 200, body: await readMailSubscription(path.token, deps) }),
    endMailSubscription: async ({ path }) => ({ status: 200, body: await endMailSubscription(path.token, deps) }),
  } satisfies Partial<Handlers>
}

/** Records the host only: the rest of a webhook URL is often a secret of the receiver. */
function recordWebhook({ id, webhookUrl }: MonitorSubscription, record: RequestContext['recordSecurityEvent']): void {
  if (webhookUrl !== null) record('webhook.registered', { subscriptionId: id, host: new URL(webhookUrl).host })
}

/** The secret that posts are signed with, created if there is none. Throws `subscriptions.not_found`, as all functions of this file do. */
async function readWebhookSecret(id: string, actor: Actor, deps: MonitorDependencies): Promise<MonitorWebhookSecret> {
  await ensureOwn(id, actor, deps)
  return present(id, await deps.secrets.ensure(id, deps.clock.now()))
}

async function rotateWebhookSecret(
  id: string,
  { userId }: Actor,
  { secrets, clock }: MonitorDependencies,
): Promise<MonitorWebhookSecret> {
  return present(id, await secrets.rotate(userId, id, clock.now()))
}

/** What was posted or is about to be, the newest first. */
async function listDeliveries(
  { id, page }: { id: string; page: PageRequest },
  actor: Actor,
  deps: MonitorDependencies,
): Promise<MonitorDeliveryPage> {
  await ensureOwn(id, actor, deps)
  const { items, total } = await deps.deliveries.list(id, page)
  return { items, page: toPageInfo(page, total) }
}

async function ensureOwn(id: string, { userId }: Actor, { monitors }: MonitorDependencies): Promise<void> {
  if ((await monitors.find(userId, id)) === undefined) throw subscriptionNotFound()
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
