import { refusal } from '@auspex/contract/refusals'
import type { MonitorNotification, MonitorSubscription, MonitorTestNotification, ShareLink } from '@auspex/sdk/types'
import { signWebhook } from '@auspex/sdk/webhooks'
import { seedOf } from '../generate/generator.ts'
import { notFound, RefusalError } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { type Fields, fieldsAt, isFields, toInstant } from './fields.ts'
import type { ResourceContext } from './task.ts'

const collectionName = 'shareLinks'

/** The reply that creates a link is the only one with its secret, which follows from its id. */
export function withToken(link: unknown): unknown {
  return isFields(link) ? { ...link, token: tokenOf(String(link['id'])) } : link
}

export function tokenOf(linkId: string): string {
  return `tk_${[1, 2, 3, 4].map((seed) => seedOf(seed, linkId).toString(36).padStart(7, '0')).join('')}`
}

/**
 * The thing behind a link as it is now. Throws a `RefusalError`: 403 for a link that is for members only, 404 for an unknown or expired one, one of another
 * organization, and one to a deleted thing.
 */
export function readSharedItem(context: ResourceContext, token: string, reader: Caller | null): Fields {
  const missing = notFound(collectionName, 'sharing.not_found')
  const row = context.store.rows(collectionName).find(({ id }) => tokenOf(id) === token)
  if (row === undefined) throw missing
  const { access, kind, itemId, expiresAt, createdAt } = row.item as unknown as ShareLink // checked when it was created
  if (expiresAt !== null && Date.parse(expiresAt) <= context.clock.now()) throw missing
  if (access === 'organization' && reader === null)
    throw new RefusalError({ status: 403, ...refusal('sharing.members_only') })
  if (access === 'organization' && reader?.organizationId !== row.organizationId) throw missing
  const shared = readItem(context, { kind, itemId, owner: { ...row, roles: [] } })
  if (shared === null) throw missing
  if (kind !== 'thread') return { kind, ...shared }
  const messages = fieldsAt(shared['messages'])
    .filter(({ timestamp }) => typeof timestamp === 'string' && timestamp <= createdAt)
    .map(({ role, content, timestamp, state, citations }) => ({ role, content, timestamp, state, citations }))
  const sharedAt = toInstant(Date.parse(createdAt))
  return { kind, title: shared['title'], sharedAt, messages, messageCount: messages.length }
}

const collections = {
  story: 'stories',
  portfolio: 'portfolios',
  project: 'projects',
  report: 'reports',
  thread: 'threads',
}

function readItem(
  context: ResourceContext,
  { kind, itemId, owner }: { kind: ShareLink['kind']; itemId: string; owner: Caller },
): Fields | null {
  if (kind === 'signal') {
    const signal = context.signals.measure(itemId)
    return signal && { report: context.signals.report(signal) }
  }
  const find = (name: string, id: string) => {
    const collection = context.collections.get(name)
    return collection === undefined ? undefined : context.repositoryOf(collection, owner, 'user').find(id)
  }
  const item = find(collections[kind], itemId)
  if (item === undefined) return null
  if (kind === 'report') return { title: item['title'], contents: item['contents'], updatedAt: item['updatedAt'] }
  if (kind === 'thread') return item
  // readers of a link do not see groups
  const withoutGroup = (each: Fields): Fields => ({ ...each, organizationGroupId: null })
  if (kind !== 'project') return { [kind]: withoutGroup(item) }
  const portfolios = fieldsAt(item['portfolios'])
    .map(({ id }) => find(collections.portfolio, String(id)))
    .filter(isFields)
  return { project: withoutGroup(item), portfolios: portfolios.map(withoutGroup) }
}

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
