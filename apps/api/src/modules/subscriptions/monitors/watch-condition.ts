import { addDays, daysBetween, sayDay } from '@auspex/analytics'
import type { InboxAlert } from '@auspex/sdk/types'
import type { ConditionNews, ConditionRegister } from '../../clinical/index.ts'
import { type ConditionRule, conditionOf } from './condition-rules.ts'
import type { MonitorsRepository, StoredMonitor } from './monitors.repository.ts'
import { isSilent } from './present-monitor.ts'
import { type RecentDays, recentLength } from './recent-days.ts'
import { sendAlert, type SendAlertDependencies } from './send-alert.ts'

export interface WatchConditionDependencies extends SendAlertDependencies {
  repository: Pick<MonitorsRepository, 'settle'>
  conditions: ConditionRegister
}

/** A day of the publishers, who live in America, is over for certain so many hours after it has ended here. */
const publishersLateMs = 12 * 3_600_000

/**
 * Tells what was published of a condition since the monitor told last. A day is told once it has ended for its publisher. Within the cooldown
 * nothing is settled, so that the next message has what came meanwhile.
 */
export async function watchCondition(
  monitor: StoredMonitor & { rule: ConditionRule },
  { repository, conditions, now, revision, ...deps }: WatchConditionDependencies & { now: Date; revision: number },
): Promise<void> {
  const { rule, settledDay, settled, cooldownHours, recent } = monitor
  const lastDay = addDays(new Date(now.getTime() - publishersLateMs).toISOString().slice(0, 10), -1)
  const unchanged = { day: settledDay, state: settled, recent: recent ?? none, firedAt: null, at: now, revision }
  if (lastDay <= settledDay) return repository.settle(monitor, unchanged)
  if (isSilent(monitor, now)) return repository.settle(monitor, { ...unchanged, day: lastDay })
  const { lastFiredDay } = settled
  if (lastFiredDay !== null && daysBetween(lastFiredDay, lastDay) < Math.ceil(cooldownHours / 24))
    return repository.settle(monitor, unchanged)
  const days = { from: addDays(settledDay, 1), to: lastDay }
  const news = await conditions.read(rule.kind, conditionOf(monitor.query), days)
  if (news === null) return repository.settle(monitor, unchanged)
  const isNews = news.total > 0
  if (isNews) await sendAlert(monitor, toConditionAlert(monitor, news, days), { ...deps, now })
  await repository.settle(monitor, {
    ...unchanged,
    day: lastDay,
    state: isNews ? { ...settled, lastFiredDay: lastDay } : settled,
    recent: addDay(recent ?? none, { ...days, total: news.total }),
    firedAt: isNews ? now : null,
  })
}

const none: RecentDays = { firstDay: null, values: [], firedDays: [] }

/** What was counted over several days at once is not known of each, and nothing is of days on which it was silent. */
function addDay(
  { firstDay: began, values, firedDays }: RecentDays,
  { from, to, total }: { from: string; to: string; total: number },
): RecentDays {
  const before = began === null ? 0 : daysBetween(began, from)
  const length = before + daysBetween(from, to) + 1
  const all = Array.from({ length }, (_, at) => (at < before ? (values[at] ?? null) : from === to ? total : null))
  const kept = all.slice(-recentLength)
  const firstDay = addDays(to, 1 - kept.length)
  const fired = total > 0 ? [...firedDays, to] : firedDays
  return { firstDay, values: kept, firedDays: fired.filter((day) => day >= firstDay) }
}

/** The message, with what was published. */
export function toConditionAlert(
  { id, rule, query }: Pick<StoredMonitor, 'id' | 'query'> & { rule: ConditionRule },
  { total, items, source, asOf }: ConditionNews,
  { from, to }: { from: string; to: string },
): NonNullable<InboxAlert> {
  const condition = conditionOf(query)
  const when = from === to ? `on ${sayDay(to)}` : `from ${sayDay(from)} to ${sayDay(to)}`
  const reason = `${sayNews(rule, total)} ${when}, says ${source}.`
  return {
    subscriptionId: id,
    reason,
    value: total,
    limit: null,
    fromDay: from,
    toDay: to,
    register: { condition, source, asOf, items },
  }
}

function sayNews({ kind }: ConditionRule, total: number): string {
  const count = new Intl.NumberFormat('en').format(total)
  switch (kind) {
    case 'new-trials':
      return total === 1 ? '1 new study was registered' : `${count} new studies were registered`
    case 'trial-status':
      return total === 1 ? '1 study changed its status' : `${count} studies changed their status`
    case 'new-papers':
    default:
      return total === 1 ? '1 paper was added' : `${count} papers were added`
  }
}
