import type {
  Category,
  DeletedSubscription,
  GlobalTrendsSubscription,
  GlobalTrendsSubscriptionInput,
  GlobalTrendsSubscriptionPage,
} from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { categoryNotFound } from '../../markets/index.ts'
import {
  emailUnavailable,
  subscriptionExists,
  subscriptionNotFound,
  tooManySubscriptions,
} from '../subscriptions.errors.ts'
import { nextDigestAt } from './digest-times.ts'
import type { DigestsRepository, StoredDigest } from './digests.repository.ts'

export interface DigestsDependencies {
  repository: DigestsRepository
  categories: readonly Category[]
  clock: Clock
  createId: CreateId
}

export type DigestsUsecases = ReturnType<typeof createDigestsUsecases>

/** Use cases of subscriptions to trends. */
export function createDigestsUsecases({ repository, categories, clock, createId }: DigestsDependencies) {
  return {
    async list(userId: string, page: PageRequest): Promise<GlobalTrendsSubscriptionPage> {
      const { items, total } = await repository.list(userId, page)
      return { items: items.map(present), page: toPageInfo(page, total) }
    },

    /** Throws for an unknown category, an unusable channel, or too many subscriptions. */
    async create(userId: string, input: GlobalTrendsSubscriptionInput): Promise<GlobalTrendsSubscription> {
      const { country = null, category = null, frequency, channels = ['inbox'] } = input
      if (category !== null && !categories.some(({ id }) => id === category)) throw categoryNotFound()
      if (channels.includes('email')) throw emailUnavailable()
      if (await repository.exists({ userId, country, category, frequency })) throw subscriptionExists()
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
      if (!(await repository.insert(digest))) throw tooManySubscriptions('trend subscriptions')
      return present(digest)
    },

    /** Throws `subscriptions.not_found`. */
    async delete(userId: string, id: string): Promise<DeletedSubscription> {
      if (!(await repository.delete(userId, id))) throw subscriptionNotFound()
      return { id, deleted: true }
    },
  }
}

function present({ userId: _owner, createdAt, nextAt, ...shown }: StoredDigest): GlobalTrendsSubscription {
  return { ...shown, createdAt: createdAt.toISOString(), nextAt: nextAt.toISOString() }
}
