import type { GuardedExchange, PostOutcome } from '@auspex/sources'
import { createHmac, randomBytes } from 'node:crypto'
import { hasModules } from '../../people/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import type { Delivery, WebhooksRepository } from './webhooks.repository.ts'

const deliveriesPerPass = 20
const minuteMs = 60_000
/** Minutes to wait after each try but the last: five tries within five hours. */
const waits = [1, 10, 60, 240] as const
/** An attempt takes seconds; an interrupted one is repeated after this time. */
const claimMs = 5 * minuteMs
/** How long a delivery that ended is listed. */
const retentionMs = 90 * 24 * 60 * minuteMs

const serverFault = 'Something went wrong on the server while it was posted.'
const switchedOff = 'Monitors or signals were switched off for you before it was posted.'

/** Posts the alerts that are due, signed, each at most five times. */
export async function postDeliveries(deps: MonitorDependencies, signal: AbortSignal): Promise<void> {
  const { deliveries, clock, log } = deps
  const now = clock.now()
  const due = await deliveries.take(now, new Date(now.getTime() + claimMs), deliveriesPerPass)
  await Promise.all(
    due.map(async (delivery) => {
      try {
        await deliveries.record(delivery.id, await post(delivery, { ...deps, now, signal }))
      } catch (error) {
        log.warn({ err: error, deliveryId: delivery.id }, 'an alert could not be posted')
        // an attempt interrupted by shutdown has not failed: it is repeated
        if (!signal.aborted) await deliveries.record(delivery.id, toOutcome(delivery, serverFault, now))
      }
    }),
  )
  await deliveries.forgetEnded(new Date(now.getTime() - retentionMs))
}

type Outcome = Parameters<WebhooksRepository['record']>[1]

async function post(
  delivery: Delivery,
  { secrets, sender, access, log, now, signal }: MonitorDependencies & { now: Date; signal: AbortSignal },
): Promise<Outcome> {
  const { id, monitorId, userId, url } = delivery
  const body = JSON.stringify(delivery.body)
  const valid = await secrets.ensure(monitorId, now)
  // the monitor of the delivery was deleted just now
  if (valid === undefined) return { reason: 'The monitor was deleted.', nextAt: null }
  if (userId !== null && !(await hasModules(access, userId, ['monitors', 'signals'])))
    return { reason: switchedOff, nextAt: null }
  const reason = await sender.post(url, body, signal, signPost({ id, body, at: now }, valid))
  const outcome = toOutcome(delivery, reason, now)
  if (reason !== null && outcome.nextAt === null) log.warn({ deliveryId: id, reason }, 'a webhook refused an alert')
  return outcome
}

function toOutcome({ tries }: Delivery, reason: string | null, now: Date): Outcome {
  const wait = waits[tries - 1]
  const isOver = reason === null || wait === undefined
  return { reason, nextAt: isOver ? null : new Date(now.getTime() + wait * minuteMs) }
}

/** Posts to URLs that people typed, without letting them reach the server's network. */
export interface WebhookSender {
  /** Why a URL cannot be posted to, in one sentence; null when it can. */
  check(url: string): Promise<string | null>
  /** Posts JSON once, within a short deadline and without following redirects. Null when it was accepted, otherwise the reason. */
  post(
    url: string,
    body: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<string | null>
  /** Sends JSON once, with the same limits, and returns what is needed to decide whether to repeat it. */
  exchange(request: GuardedExchange, signal: AbortSignal): Promise<PostOutcome>
}

/** The secrets that sign the posts of a monitor. */
export interface WebhookSecrets {
  secret: string
  createdAt: Date
  /** The previous secret, which also signs until then. */
  previous: { secret: string; validUntil: Date } | null
}

const prefix = 'whsec_'
/** Fits HMAC-SHA256's block size, so it is used without hashing, and is too long to brute-force. */
const secretBytes = 24

export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`
}

/** The headers of a post by the Standard Webhooks specification, 1.0: one signature for each valid secret. */
export function signPost(
  { id, body, at }: { id: string; body: string; at: Date },
  { secret, previous }: WebhookSecrets,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const secrets = previous !== null && previous.validUntil > at ? [secret, previous.secret] : [secret]
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
