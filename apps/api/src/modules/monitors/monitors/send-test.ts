import type { ChannelTest, MonitorTestNotification } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Inbox } from '../inbox/inbox.module.ts'
import { subscriptionNotFound, testedRecently } from '../subscriptions.errors.ts'
import { signPost } from '../webhooks/sign-post.ts'
import type { WebhookSecretsRepository } from '../webhooks/webhook-secrets.repository.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.port.ts'
import type { MonitorsRepository, StoredMonitor } from './monitors.repository.ts'

export interface SendTestDependencies {
  repository: MonitorsRepository
  inbox: Inbox
  webhooks: WebhookSender
  secrets: WebhookSecretsRepository
  clock: Clock
  createId: CreateId
}

/** Minimum time between two tests, to protect the receiver. */
const pauseMs = 60_000

/**
 * Sends a test message to each channel of a monitor at once and without retries, so that a failing channel is visible immediately. Throws
 * `subscriptions.not_found` and `subscriptions.tested_recently`.
 */
export async function sendTest(
  { userId, id, signal }: { userId: string; id: string; signal: AbortSignal },
  deps: SendTestDependencies,
): Promise<MonitorTestNotification> {
  const monitor = await deps.repository.find(userId, id)
  if (monitor === undefined) throw subscriptionNotFound()
  const at = deps.clock.now()
  if (!(await deps.repository.takeTest(id, { at, since: new Date(at.getTime() - pauseMs) }))) throw testedRecently()
  const channels: ChannelTest[] = []
  for (const channel of monitor.channels) {
    const reason =
      channel === 'webhook' ? await postTest(monitor, { at, signal }, deps) : await tellInbox(monitor, at, deps)
    channels.push({ channel, delivered: reason === null, reason: reason?.slice(0, 500) ?? null })
  }
  return { id, sentAt: at.toISOString(), channels }
}

const words = 'This is a test: the monitor can reach you here. It says nothing about the topic.'

async function tellInbox({ id, userId, ...monitor }: StoredMonitor, at: Date, { inbox }: SendTestDependencies) {
  await inbox.deliver([
    { ...toMessage(monitor), message: words, recipientId: userId, occasion: `monitor-test:${id}:${at.toISOString()}` },
  ])
  return null
}

async function postTest(
  monitor: StoredMonitor,
  { at, signal }: { at: Date; signal: AbortSignal },
  { webhooks, secrets, createId }: SendTestDependencies,
): Promise<string | null> {
  if (monitor.webhookUrl === null) return 'No address is set.'
  const id = createId('msg')
  const body = JSON.stringify({ id, ...toMessage(monitor), isTest: true, sentAt: at.toISOString() })
  const valid = await secrets.ensure(monitor.id, at)
  if (valid === undefined) throw subscriptionNotFound()
  return webhooks.post(monitor.webhookUrl, body, signal, signPost({ id, body, at }, valid))
}

function toMessage({ signalId, title, name }: Pick<StoredMonitor, 'signalId' | 'title' | 'name'>) {
  return { kind: 'monitor', signalId, title: name ?? title, alert: null } as const
}
