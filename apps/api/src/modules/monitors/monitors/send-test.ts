import type { Channel, ChannelTest, MonitorTestNotification } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { testDestinations } from '../destinations/destinations.usecases.ts'
import { deliverMessages } from '../inbox/inbox.usecases.ts'
import { writeMail } from '../mail/mail-message.ts'
import { subscriptionNotFound, testedRecently } from '../monitors.errors.ts'
import { signPost } from '../webhooks/post-deliveries.ts'
import type { MonitorDependencies } from './monitor-dependencies.ts'
import type { StoredMonitor } from './monitors.repository.ts'

/** Minimum time between two tests, to protect the receiver. */
const pauseMs = 60_000

/**
 * Sends a test message to each channel and destination of a monitor without delay or retries, so that a failing channel is visible immediately. Throws
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
    const reason = await sendThrough[channel](monitor, { at, signal }, deps)
    channels.push({ channel, delivered: reason === null, reason: reason?.slice(0, 500) ?? null })
  }
  return { id, sentAt: at.toISOString(), channels, destinations: await testDestinations(monitor, signal, deps) }
}

const words = 'This is a test. Your monitor can reach you here.'

type SendTest = (
  monitor: StoredMonitor,
  test: { at: Date; signal: AbortSignal },
  deps: MonitorDependencies,
) => Promise<string | null>

/** How each channel is tested; the result is the reason why it did not work. */
const sendThrough: Readonly<Record<Channel, SendTest>> = { inbox: deliverTest, email: mailTest, webhook: postTest }

async function deliverTest(monitor: StoredMonitor, { at }: { at: Date }, deps: MonitorDependencies) {
  const { id, userId } = monitor
  const { inInbox } = (await deps.notifications.find([userId], 'monitor')).get(userId) ?? {}
  if (inInbox === false) return 'You switched off alerts in the inbox in your profile.'
  const occasion = `monitor-test:${id}:${at.toISOString()}`
  const message = { ...toMessage(monitor), message: words, recipientId: userId, senderId: null, occasion }
  await deliverMessages([{ ...message, channels: ['inbox'] }], deps)
  return null
}

async function mailTest(
  monitor: StoredMonitor,
  { at, signal }: { at: Date; signal: AbortSignal },
  { mailer, notifications, people, publicUrl, createId }: MonitorDependencies,
): Promise<string | null> {
  const { userId } = monitor
  if (mailer === null) return 'This server has no mail server any more.'
  const { byEmail } = (await notifications.find([userId], 'monitor')).get(userId) ?? {}
  if (byEmail === false) return 'You switched off alerts by email in your profile.'
  const person = (await people.find([userId])).get(userId)
  if (person?.email == null) return 'Your account has no email address.'
  const id = createId('msg')
  const mail = {
    ...toMessage(monitor),
    id,
    recipientId: userId,
    senderId: null,
    path: null,
    message: words,
    occasion: id,
    tries: 1,
    createdAt: at,
  }
  const token = await notifications.ensureToken(userId, 'monitor')
  const to = { name: person.name, address: person.email }
  const written = writeMail(mail, { to, sender: null, publicUrl, token })
  const outcome = await mailer.send(written, { signal, handOver: async () => true })
  return outcome.kind === 'accepted' ? null : outcome.reason
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
