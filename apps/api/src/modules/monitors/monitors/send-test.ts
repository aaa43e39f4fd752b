import type { ChannelTest, MonitorTestNotification } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { deliverMessages } from '../inbox/inbox.usecases.ts'
import { subscriptionNotFound, testedRecently } from '../monitors.errors.ts'
import { signPost } from '../webhooks/sign-post.ts'
import type { MonitorDependencies } from './monitor-dependencies.ts'
import type { StoredMonitor } from './monitors.repository.ts'

/** Minimum time between two tests, to protect the receiver. */
const pauseMs = 60_000

/**
 * Sends a test message to each channel of a monitor at once and without retries, so that a failing channel is visible immediately. Throws
 * `subscriptions.not_found` and `subscriptions.tested_recently`.
 */
export async function sendTestMessages(
  { id, signal }: { id: string; signal: AbortSignal },
  { userId }: Actor,
  deps: MonitorDependencies,
): Promise<MonitorTestNotification> {
  const monitor = await deps.monitors.find(userId, id)
  if (monitor === undefined) throw subscriptionNotFound()
  const at = deps.clock.now()
  if (!(await deps.monitors.takeTest(id, { at, since: new Date(at.getTime() - pauseMs) }))) throw testedRecently()
  const channels: ChannelTest[] = []
  for (const channel of monitor.channels) {
    const reason =
      channel === 'webhook' ? await postTest(monitor, { at, signal }, deps) : await deliverTest(monitor, at, deps)
    channels.push({ channel, delivered: reason === null, reason: reason?.slice(0, 500) ?? null })
  }
  return { id, sentAt: at.toISOString(), channels }
}

const words = 'This is a test. Your monitor can reach you here.'

async function deliverTest(monitor: StoredMonitor, at: Date, deps: MonitorDependencies) {
  const { id, userId } = monitor
  const occasion = `monitor-test:${id}:${at.toISOString()}`
  await deliverMessages([{ ...toMessage(monitor), message: words, recipientId: userId, occasion }], deps)
  return null
}

async function postTest(
  monitor: StoredMonitor,
  { at, signal }: { at: Date; signal: AbortSignal },
  { sender, secrets, createId }: MonitorDependencies,
): Promise<string | null> {
  if (monitor.webhookUrl === null) return 'No address is set.'
  const id = createId('msg')
  const body = JSON.stringify({ id, ...toMessage(monitor), isTest: true, sentAt: at.toISOString() })
  const valid = await secrets.ensure(monitor.id, at)
  if (valid === undefined) throw subscriptionNotFound()
  return sender.post(monitor.webhookUrl, body, signal, signPost({ id, body, at }, valid))
}

function toMessage({ signalId, title, name }: StoredMonitor) {
  return { kind: 'monitor', signalId, title: name ?? title, alert: null } as const
}
