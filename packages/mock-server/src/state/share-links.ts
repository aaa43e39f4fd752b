import type { ShareLink } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { notFound, Refusal } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { type Fields, fieldsAt, isFields } from './fields.ts'
import { toInstant } from './stamps.ts'
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
 * The thing behind a link as it is now. Throws a `Refusal`: 403 for a link that is for members only, 404 for an unknown or expired one, one of another
 * organization, and one to a deleted thing.
 */
export function readSharedItem(context: ResourceContext, token: string, reader: Caller | null): Fields {
  const missing = notFound(collectionName, 'sharing.not_found')
  const row = context.store.rows(collectionName).find(({ id }) => tokenOf(id) === token)
  if (row === undefined) throw missing
  const { access, kind, itemId, expiresAt, createdAt } = row.item as unknown as ShareLink // checked when it was created
  if (expiresAt !== null && Date.parse(expiresAt) <= context.clock.now()) throw missing
  if (access === 'organization' && reader === null)
    throw new Refusal({
      status: 403,
      code: 'sharing.members_only',
      title: 'This link is for members of the organization',
      detail: 'Sign in, and open it again.',
    })
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
