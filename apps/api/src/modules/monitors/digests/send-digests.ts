import { deliverMessages } from '../inbox/inbox.usecases.ts'
import { hasModules } from '../../people/index.ts'
import { writeDigest } from './digest-message.ts'
import { nextDigestAt } from './digest-times.ts'
import type { StoredDigest } from './digests.repository.ts'
import type { DigestDependencies } from './digests.usecases.ts'

const digestsPerPass = 20
const maxTrends = 100
/** Delay before a failed message is tried again, so that it does not go ahead of the others every minute. */
const retryMs = 10 * 60_000

/** Sends the trends that are due. What was missed while the server was down is sent once, not once per day. */
export async function sendDigests(deps: DigestDependencies): Promise<void> {
  const { digests, clock, log } = deps
  const now = clock.now()
  for (const digest of await digests.findDue(now, digestsPerPass)) {
    try {
      // what is due while trends are switched off is not sent later either
      if (await hasModules(deps.access, digest.userId, ['trends'])) await send(digest, deps)
      await digests.advance(digest.id, digest.nextAt, nextDigestAt(digest.frequency, now))
    } catch (error) {
      log.warn({ err: error, subscriptionId: digest.id }, 'trends could not be sent and will be retried')
      await digests.advance(digest.id, digest.nextAt, new Date(now.getTime() + retryMs))
    }
  }
}

async function send(
  { id, userId, country, category: categoryId, channels, nextAt }: StoredDigest,
  deps: DigestDependencies,
): Promise<void> {
  const { trends, categories } = deps
  const category = categories.find((eachCategory) => eachCategory.id === categoryId) ?? null
  const list = category === null ? await trends.list(maxTrends, country) : await trends.listOf(category, country)
  const message = {
    recipientId: userId,
    senderId: null,
    channels,
    kind: 'trends',
    signalId: null,
    ...writeDigest(list, { country, category }),
    alert: null,
    occasion: `trends:${id}:${nextAt.toISOString().slice(0, 10)}`,
  } as const
  await deliverMessages([message], deps)
}
