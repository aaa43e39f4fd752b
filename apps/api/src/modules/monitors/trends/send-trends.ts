import { formatDay } from '@auspex/analytics'
import type { Category, TrendList } from '@auspex/sdk/types'
import { hasModules } from '../../people/index.ts'
import { deliverMessages } from '../inbox/inbox.usecases.ts'
import type { StoredTrendSubscription } from './trend-subscriptions.repository.ts'
import { nextTrendsAt, type TrendSubscriptionDependencies } from './trend-subscriptions.usecases.ts'

const subscriptionsPerPass = 20
const maxTrends = 100
/** Delay before a failed message is tried again, so that it does not go ahead of the others every minute. */
const retryMs = 10 * 60_000

/** Sends the trends that are due. What was missed while the server was down is sent once, not once per day. */
export async function sendTrends(deps: TrendSubscriptionDependencies): Promise<void> {
  const { trendSubscriptions, clock, log } = deps
  const now = clock.now()
  for (const subscription of await trendSubscriptions.findDue(now, subscriptionsPerPass)) {
    try {
      // what is due while trends are switched off is not sent later either
      if (await hasModules(deps.access, subscription.userId, ['trends'])) await send(subscription, deps)
      await trendSubscriptions.advance(subscription.id, subscription.nextAt, nextTrendsAt(subscription.frequency, now))
    } catch (error) {
      log.warn({ err: error, subscriptionId: subscription.id }, 'trends could not be sent and will be retried')
      await trendSubscriptions.advance(subscription.id, subscription.nextAt, new Date(now.getTime() + retryMs))
    }
  }
}

async function send(
  { id, userId, country, category: categoryId, channels, nextAt }: StoredTrendSubscription,
  deps: TrendSubscriptionDependencies,
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
    ...writeTrends(list, { country, category }),
    alert: null,
    occasion: `trends:${id}:${nextAt.toISOString().slice(0, 10)}`,
  } as const
  await deliverMessages([message], deps)
}

const maxLines = 10
/** The contract's maximum message length. */
const maxLength = 4000

/** The message of a trends subscription: one line per trend with the reason it is shown, or that nothing clearly grew. */
export function writeTrends(
  { items, windowDays, asOf }: TrendList,
  { country, category }: { country: string | null; category: Category | null },
): { title: string; message: string } {
  const title = `${category === null ? 'Trends' : `Trends in ${category.name}`}${country === null ? '' : `, ${nameOf(country)}`}`
  if (asOf === null) return { title, message: 'The library has no documents here yet.' }
  const certain = items
    .filter(({ change, isUpNow }) => (change === 'grew' || change === 'burst') && isUpNow !== false)
    .slice(0, maxLines)
  if (certain.length === 0)
    return {
      title,
      message: `Nothing clearly grew in the ${windowDays} days to ${formatDay(asOf)}. ${items.length} topics were compared.`,
    }
  // the newest covered days may be those of an archive that ended long ago
  let message = `In the ${windowDays} days to ${formatDay(asOf)}:`
  for (const { term, why } of certain) {
    const line = `${term}: ${why}`
    if (message.length + line.length + 1 > maxLength) break
    message += `\n${line}`
  }
  return { title, message }
}

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}
