import type { MonitorDeliveryPage, MonitorWebhookSecret } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import { subscriptionNotFound } from '../monitors.errors.ts'
import type { WebhookSecrets } from './sign-post.ts'

/** The secret that posts are signed with, created if there is none. Throws `subscriptions.not_found`, as all functions of this file do. */
export async function readWebhookSecret(
  id: string,
  actor: Actor,
  deps: MonitorDependencies,
): Promise<MonitorWebhookSecret> {
  await ensureOwn(id, actor, deps)
  return present(id, await deps.secrets.ensure(id, deps.clock.now()))
}

export async function rotateWebhookSecret(
  id: string,
  { userId }: Actor,
  { secrets, clock }: MonitorDependencies,
): Promise<MonitorWebhookSecret> {
  return present(id, await secrets.rotate(userId, id, clock.now()))
}

/** What was posted or is about to be, the newest first. */
export async function listDeliveries(
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
