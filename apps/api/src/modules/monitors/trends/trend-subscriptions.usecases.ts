import type {
  Category,
  DeletedSubscription,
  Frequency,
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
import { emailUnavailable, subscriptionExists, subscriptionNotFound, tooManySubscriptions } from '../monitors.errors.ts'
import type { NotificationsRepository } from '../notifications/notifications.repository.ts'
import type { StoredTrendSubscription, TrendSubscriptionsRepository } from './trend-subscriptions.repository.ts'

export interface TrendSubscriptionDependencies {
  trendSubscriptions: TrendSubscriptionsRepository
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

export async function listTrendSubscriptions(
  page: PageRequest,
  { userId }: Actor,
  { trendSubscriptions }: TrendSubscriptionDependencies,
): Promise<GlobalTrendsSubscriptionPage> {
  const { items, total } = await trendSubscriptions.list(userId, page)
  return { items: items.map(present), page: toPageInfo(page, total) }
}

/** Throws for an unknown category, an unusable channel, or too many subscriptions. */
export async function createTrendSubscription(
  input: GlobalTrendsSubscriptionInput,
  { userId }: Actor,
  { trendSubscriptions, categories, canEmail, clock, createId }: TrendSubscriptionDependencies,
): Promise<GlobalTrendsSubscription> {
  const { country = null, category = null, frequency, channels = ['inbox'] } = input
  if (category !== null && !categories.some(({ id }) => id === category)) throw categoryNotFound()
  if (channels.includes('email') && !canEmail) throw emailUnavailable()
  if (await trendSubscriptions.exists(userId, { country, category, frequency })) throw subscriptionExists()
  const now = clock.now()
  const subscription: StoredTrendSubscription = {
    id: createId('sub'),
    userId,
    country,
    category,
    frequency,
    channels,
    createdAt: now,
    nextAt: nextTrendsAt(frequency, now),
  }
  if (!(await trendSubscriptions.insert(subscription))) throw tooManySubscriptions('trend subscriptions')
  return present(subscription)
}

/** Throws `subscriptions.not_found`. */
export async function deleteTrendSubscription(
  id: string,
  { userId }: Actor,
  { trendSubscriptions }: TrendSubscriptionDependencies,
): Promise<DeletedSubscription> {
  if (!(await trendSubscriptions.delete(userId, id))) throw subscriptionNotFound()
  return { id, deleted: true }
}

function present({ userId: _owner, createdAt, nextAt, ...shown }: StoredTrendSubscription): GlobalTrendsSubscription {
  return { ...shown, createdAt: createdAt.toISOString(), nextAt: nextAt.toISOString() }
}

const dayMs = 86_400_000
const hourUtc = 6
const monday = 1

/** When trends are sent next, strictly after a given time: at 06:00 UTC, every day or on Mondays. */
export function nextTrendsAt(frequency: Frequency, after: Date): Date {
  const today = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hourUtc)
  const next = today > after.getTime() ? today : today + dayMs
  const days = frequency === 'daily' ? 0 : (7 + monday - new Date(next).getUTCDay()) % 7
  return new Date(next + days * dayMs)
}
