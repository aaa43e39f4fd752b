import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { WebhookSender } from './webhook-sender.port.ts'
import type { WebhooksRepository } from './webhooks.repository.ts'

const batch = 20
const minuteMs = 60_000
/** Minutes to wait after each try but the last: five tries within five hours. */
const waits = [1, 10, 60, 240] as const
/** A try takes seconds; one that was cut off is taken up again after so long. */
const takenForMs = 5 * minuteMs

export interface PostDeliveriesDependencies {
  repository: WebhooksRepository
  sender: Pick<WebhookSender, 'post'>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Posts the alerts that are due, each at most five times. */
export async function postDeliveries(deps: PostDeliveriesDependencies, signal: AbortSignal): Promise<void> {
  const { repository, sender, clock, log } = deps
  const now = clock.now()
  const due = await repository.take(now, new Date(now.getTime() + takenForMs), batch)
  await Promise.all(
    due.map(async ({ id, url, body, tries }) => {
      const reason = await sender.post(url, JSON.stringify(body), signal)
      const wait = waits[tries - 1]
      const nextAt = reason === null || wait === undefined ? null : new Date(now.getTime() + wait * minuteMs)
      await repository.record(id, { reason, nextAt })
      if (reason !== null && nextAt === null) log.warn({ deliveryId: id, reason }, 'a webhook did not take an alert')
    }),
  )
}
