import type { InboxAlert } from '@auspex/sdk/types'
import type { Inbox } from '../../inbox/index.ts'
import type { WebhooksRepository } from '../webhooks/webhooks.repository.ts'
import type { StoredMonitor } from './monitors.repository.ts'

export interface SendAlertDependencies {
  inbox: Inbox
  webhooks: Pick<WebhooksRepository, 'enqueue'>
}

/** Tells through the channels of a monitor. It may be done again: a message has an occasion, a delivery its day. */
export async function sendAlert(
  { id, userId, signalId, title, name, channels, webhookUrl }: StoredMonitor,
  alert: NonNullable<InboxAlert>,
  { inbox, webhooks, now }: SendAlertDependencies & { now: Date },
): Promise<void> {
  const message = { kind: 'monitor', signalId, title: name ?? title, message: null, alert } as const
  if (channels.includes('inbox'))
    await inbox.deliver([{ ...message, recipientId: userId, occasion: `monitor:${id}:${alert.toDay}` }])
  if (webhookUrl !== null)
    await webhooks.enqueue({ monitorId: id, day: alert.toDay, url: webhookUrl, message, at: now })
}
