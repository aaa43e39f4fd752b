import type { Category } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { Inbox } from '../inbox/inbox.module.ts'
import type { Trends } from '../../markets/index.ts'
import { type AccessReader, hasModules } from '../../people/index.ts'
import { writeDigest } from './digest-message.ts'
import { nextDigestAt } from './digest-times.ts'
import type { DigestsRepository, StoredDigest } from './digests.repository.ts'

const batch = 20
const trendLimit = 100
/** Delay before a failed message is tried again, so that it does not go ahead of the others every minute. */
const againMs = 10 * 60_000

export interface SendDigestsDependencies {
  repository: DigestsRepository
  trends: Pick<Trends, 'list' | 'listOf'>
  categories: readonly Category[]
  inbox: Inbox
  access: AccessReader
  clock: Clock
  log: Logger
}

/** Sends the trends that are due. What was missed while the server was down is sent once, not once per day. */
export async function sendDigests(deps: SendDigestsDependencies): Promise<void> {
  const { repository, clock, log } = deps
  const now = clock.now()
  for (const digest of await repository.findDue(now, batch)) {
    try {
      // what is due while trends are switched off is not sent later either
      if (await hasModules(deps.access, digest.userId, ['trends'])) await send(digest, deps)
      await repository.advance(digest.id, digest.nextAt, nextDigestAt(digest.frequency, now))
    } catch (error) {
      log.warn({ err: error, subscriptionId: digest.id }, 'trends could not be sent and will be tried again')
      await repository.advance(digest.id, digest.nextAt, new Date(now.getTime() + againMs))
    }
  }
}

async function send(
  { id, userId, country, category: categoryId, nextAt }: StoredDigest,
  { trends, categories, inbox }: SendDigestsDependencies,
): Promise<void> {
  const category = categories.find((one) => one.id === categoryId) ?? null
  const list = category === null ? await trends.list(trendLimit, country) : await trends.listOf(category, country)
  await inbox.deliver([
    {
      recipientId: userId,
      kind: 'trends',
      signalId: null,
      ...writeDigest(list, { country, category }),
      alert: null,
      occasion: `trends:${id}:${nextAt.toISOString().slice(0, 10)}`,
    },
  ])
}
