import { signWebhook } from '@auspex/sdk/webhooks'
import type { MonitorNotification, MonitorSubscription, MonitorTestNotification } from '@auspex/sdk/types'
import { isFields } from './fields.ts'
import { toInstant } from './stamps.ts'
import type { ResourceContext } from './task.ts'

const timeoutMs = 10_000

type Delivery = MonitorTestNotification['channels'][number]

/** Sends the test notification of a monitor to each of its channels; null for an unknown monitor. */
export async function sendTestNotification(
  context: ResourceContext,
  monitorId: string,
): Promise<MonitorTestNotification | null> {
  const monitor = context.store.find('monitorSubscriptions', monitorId)
    ?.item as unknown as // checked when it was created
    MonitorSubscription | undefined
  if (monitor === undefined) return null
  const channels = await Promise.all(
    monitor.channels.map(async (channel): Promise<Delivery> =>
      channel === 'webhook' && monitor.webhookUrl !== null
        ? postNotification(context, monitor, monitor.webhookUrl)
        : { channel, delivered: true, reason: null },
    ),
  )
  return { id: monitorId, sentAt: toInstant(context.clock.now()), channels, destinations: [] }
}

/** Posts a message signed with the secret that the mock tells. Other machines are left alone: addresses in tests are often those of strangers. */
async function postNotification(
  context: ResourceContext,
  monitor: MonitorSubscription,
  address: string,
): Promise<Delivery> {
  const sent = { channel: 'webhook' as const, delivered: false }
  if (!isLoopback(address)) return { ...sent, reason: 'The mock posts only to addresses of its own machine.' }
  const id = `msg_test${monitor.id.slice(monitor.id.indexOf('_') + 1)}`
  const body = JSON.stringify(toNotification(monitor, id, toInstant(context.clock.now())))
  // dated by the clock of the machine, with which receivers compare it
  const headers = await signWebhook({ secret: secretOf(context), id, body })
  try {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { ...sent, delivered: ok, reason: ok ? null : `The address answered ${status}.` }
  } catch {
    return { ...sent, reason: 'The address did not answer.' }
  }
}

function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}

function toNotification(
  { id, signalId, name, title, recent }: MonitorSubscription,
  messageId: string,
  sentAt: string,
): MonitorNotification {
  const day = sentAt.slice(0, 10)
  const alert = {
    subscriptionId: id,
    reason: 'This is a test.',
    value: recent?.limit ?? 0,
    limit: recent?.limit ?? null,
    fromDay: day,
    toDay: day,
  }
  return { id: messageId, kind: 'monitor', signalId, title: name ?? title, alert, isTest: true, sentAt }
}

/** The secret that the contract shows, which the mock tells of every monitor. */
function secretOf({ contract }: ResourceContext): string {
  const operation = contract.contract.operations.find(({ id }) => id === 'getMonitorWebhookSecret')
  const [shown] = operation === undefined ? [] : contract.served(operation).success.examples.values()
  return isFields(shown) && typeof shown['secret'] === 'string' ? shown['secret'] : ''
}
