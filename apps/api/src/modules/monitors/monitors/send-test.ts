import type { Channel, ChannelTest, MonitorTestNotification } from '@auspex/sdk/types'
import { testDestinations } from '../destinations/destinations.usecases.ts'
import { deliverMessages } from '../inbox/inbox.usecases.ts'
import { tryMail } from '../mail/send-mails.ts'
import { subscriptionNotFound, testedRecently } from '../monitors.errors.ts'
import { maxReasonLength } from '../notifications/notifications.usecases.ts'
import { signPost } from '../webhooks/post-deliveries.ts'
import type { MonitorDependencies } from './monitor-dependencies.ts'
import type { StoredMonitor } from './monitors.repository.ts'

/** Minimum time between two tests, to protect the receiver. */
const minIntervalMs = 60_000
const testMessage = 'This is a test. Your monitor can reach you here.'

/**
 * Sends a test message to each channel and destination of a monitor, one after the other and without retries, so that a failing channel is visible
 * immediately. Throws `subscriptions.tested_recently`.
 */
export async function sendTestMessages(
  monitor: StoredMonitor,
  signal: AbortSignal,
  deps: MonitorDependencies,
): Promise<MonitorTestNotification> {
  const { id } = monitor
  const at = deps.clock.now()
  const since = new Date(at.getTime() - minIntervalMs)
  if (!(await deps.monitors.takeTest(id, { at, since }))) throw testedRecently()
  const channels: ChannelTest[] = []
  for (const channel of monitor.channels) {
    const reason = await sendThrough[channel](monitor, { at, signal }, deps)
    channels.push({ channel, delivered: reason === null, reason: reason?.slice(0, maxReasonLength) ?? null })
  }
  return { id, sentAt: at.toISOString(), channels, destinations: await testDestinations(monitor, signal, deps) }
}

/** Sends the test through one channel. Resolves with the reason why it was not delivered, or null when it was. */
type SendTest = (
  monitor: StoredMonitor,
  test: { at: Date; signal: AbortSignal },
  deps: MonitorDependencies,
) => Promise<string | null>

const sendThrough: Readonly<Record<Channel, SendTest>> = { inbox: deliverTest, email: mailTest, webhook: postTest }

async function deliverTest(monitor: StoredMonitor, { at }: { at: Date }, deps: MonitorDependencies) {
  const { id, userId } = monitor
  const { inInbox } = (await deps.notifications.find([userId], 'monitor')).get(userId) ?? {}
  if (inInbox === false) return 'You switched off alerts in the inbox in your profile.'
  const occasion = `monitor-test:${id}:${at.toISOString()}`
  const message = { ...toMessage(monitor), message: testMessage, recipientId: userId, senderId: null, occasion }
  await deliverMessages([{ ...message, channels: ['inbox'] }], deps)
  return null
}

async function mailTest(
  monitor: StoredMonitor,
  { at, signal }: { at: Date; signal: AbortSignal },
  deps: MonitorDependencies,
): Promise<string | null> {
  const { userId, signalId } = monitor
  const { mailer, notifications, people, createId } = deps
  if (mailer === null) return 'This server has no mail server any more.'
  const { byEmail } = (await notifications.find([userId], 'monitor')).get(userId) ?? {}
  if (byEmail === false) return 'You switched off alerts by email in your profile.'
  const person = (await people.find([userId])).get(userId)
  if (person?.email == null) return 'Your account has no email address.'
  const to = { userId, name: person.name, address: person.email }
  const { title } = toMessage(monitor)
  return tryMail({ to, id: createId('msg'), title, message: testMessage, signalId, at, signal }, { ...deps, mailer })
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
