import type {
  Category,
  DeletedSubscription,
  GlobalTrendsSubscription,
  GlobalTrendsSubscriptionInput,
  GlobalTrendsSubscriptionPage,
} from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { categoryNotFound, type Trends } from '../../markets/index.ts'
import type { AccessReader } from '../../people/index.ts'
import type { InboxRepository } from '../inbox/inbox.repository.ts'
import type { NotificationsRepository } from '../notifications/notifications.repository.ts'
import { emailUnavailable, subscriptionExists, subscriptionNotFound, tooManySubscriptions } from '../monitors.errors.ts'
import { nextDigestAt } from './digest-times.ts'
import type { DigestsRepository, StoredDigest } from './digests.repository.ts'

export interface DigestDependencies {
  digests: DigestsRepository
  inbox: InboxRepository
  notifications: NotificationsRepository
  /** Whether the installation has a mail server. */
  canEmail: boolean
  trends: Trends
  categories: readonly Category[]
  access: AccessReader
  clock: Clock
  createId: CreateId
  log: Logger
}

export async function listDigests(
  page: PageRequest,
  { userId }: Actor,
  { digests }: DigestDependencies,
): Promise<GlobalTrendsSubscriptionPage> {
  const { items, total } = await digests.list(userId, page)
  return { items: items.map(present), page: toPageInfo(page, total) }
}

/** Throws for an unknown category, an unusable channel, or too many subscriptions. */
export async function createDigest(
  input: GlobalTrendsSubscriptionInput,
  { userId }: Actor,
  { digests, categories, canEmail, clock, createId }: DigestDependencies,
): Promise<GlobalTrendsSubscription> {
  const { country = null, category = null, frequency, channels = ['inbox'] } = input
  if (category !== null && !categories.some(({ id }) => id === category)) throw categoryNotFound()
  if (channels.includes('email') && !canEmail) throw emailUnavailable()
  if (await digests.exists(userId, { country, category, frequency })) throw subscriptionExists()
  const now = clock.now()
  const digest: StoredDigest = {
    id: createId('sub'),
    userId,
    country,
    category,
    frequency,
    channels,
    createdAt: now,
    nextAt: nextDigestAt(frequency, now),
  }
  if (!(await digests.insert(digest))) throw tooManySubscriptions('trend subscriptions')
  return present(digest)
}

/** Throws `subscriptions.not_found`. */
export async function deleteDigest(
  id: string,
  { userId }: Actor,
  { digests }: DigestDependencies,
): Promise<DeletedSubscription> {
  if (!(await digests.delete(userId, id))) throw subscriptionNotFound()
  return { id, deleted: true }
}

function present({ userId: _owner, createdAt, nextAt, ...shown }: StoredDigest): GlobalTrendsSubscription {
  return { ...shown, createdAt: createdAt.toISOString(), nextAt: nextAt.toISOString() }
}
