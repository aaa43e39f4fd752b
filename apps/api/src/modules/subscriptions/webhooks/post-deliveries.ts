import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { type AccessReader, hasModules } from '../../users/index.ts'
import { signPost } from './sign-post.ts'
import type { WebhookSecretsRepository } from './webhook-secrets.repository.ts'
import type { WebhookSender } from './webhook-sender.port.ts'
import type { WebhooksRepository } from './webhooks.repository.ts'

const batch = 20
const minuteMs = 60_000
/** Minutes to wait after each try but the last: five tries within five hours. */
const waits = [1, 10, 60, 240] as const
/** A try takes seconds; one that was cut off is taken up again after so long. */
const takenForMs = 5 * minuteMs
/** How long a delivery that ended is listed. */
const keptForMs = 90 * 24 * 60 * minuteMs

const switchedOff = 'Monitors or signals were switched off for you before it was posted.'

export interface PostDeliveriesDependencies {
  repository: WebhooksRepository
  secrets: Pick<WebhookSecretsRepository, 'ensure'>
  sender: Pick<WebhookSender, 'post'>
  access: Pick<AccessReader, 'find'>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Posts the alerts that are due, signed, each at most five times. */
export async function postDeliveries(deps: PostDeliveriesDependencies, signal: AbortSignal): Promise<void> {
  const { repository, secrets, sender, access, clock, log } = deps
  const now = clock.now()
  const due = await repository.take(now, new Date(now.getTime() + takenForMs), batch)
  await Promise.all(
    due.map(async ({ id, monitorId, userId, url, body, tries }) => {
      const text = JSON.stringify(body)
      const valid = await secrets.ensure(monitorId, now)
      // what waited for a monitor that was deleted this moment
      if (valid === undefined) return repository.record(id, { reason: 'The monitor was deleted.', nextAt: null })
      if (userId !== null && !(await hasModules(access, userId, ['monitors', 'signals'])))
        return repository.record(id, { reason: switchedOff, nextAt: null })
      const reason = await sender.post(url, text, signal, signPost({ id, body: text, at: now }, valid))
      const wait = waits[tries - 1]
      const nextAt = reason === null || wait === undefined ? null : new Date(now.getTime() + wait * minuteMs)
      await repository.record(id, { reason, nextAt })
      if (reason !== null && nextAt === null) log.warn({ deliveryId: id, reason }, 'a webhook did not take an alert')
    }),
  )
  await repository.forgetEnded(new Date(now.getTime() - keptForMs))
}
