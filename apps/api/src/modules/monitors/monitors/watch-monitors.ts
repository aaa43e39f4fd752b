import type { ConditionNews } from '../../clinical/index.ts'
import type { MonitorDependencies } from './monitor-dependencies.ts'
import type { StoredMonitor } from './monitors.repository.ts'
import {
  addDays,
  type ConditionRule,
  daysBetween,
  describeNews,
  extendRecent,
  formatDay,
  isConditionRule,
  maxRecentDays,
  type MonitorSeries,
  type RecentDays,
  summarizeBacktest,
  toAlert,
  toMonitorSeries,
} from '@auspex/analytics'
import type { InboxAlert } from '@auspex/sdk/types'
import { hasModules } from '../../people/index.ts'
import { deliverMessages } from '../inbox/inbox.usecases.ts'
import { conditionOf, evaluateInTurns, modulesOfRule, type SignalRule } from './monitor-rules.ts'
import { isSilent } from './present-monitor.ts'

/** The publishers are in America: their day is certainly over this long after it has ended in UTC. */
const publishersLateMs = 12 * 3_600_000

const none: RecentDays = { firstDay: null, values: [], firedDays: [] }

/** One pass over the monitors that are due. */
interface Pass extends MonitorDependencies {
  now: Date
  /** Of the library that is judged. */
  revision: number
}

/** Monitors per pass: each reads a report, and on the first pass of a day queries sources, which people wait for too. */
const monitorsPerPass = 5
/** Documents of yesterday keep arriving: it is judged again once the library has changed and this much time has passed. */
const retryMs = 3_600_000

/**
 * Judges the monitors that are due and sends alerts for those that fired. Every step is safe to repeat after a crash: a message is identified by its
 * occasion, a delivery by its day, and the monitor's progress is stored last.
 */
export async function watchMonitors(deps: MonitorDependencies): Promise<void> {
  const { progress, documents, clock, log } = deps
  const now = clock.now()
  const { revision } = await documents.librarySummary()
  const today = new Date(now.toISOString().slice(0, 10))
  const due = await progress.findDue({
    today,
    again: new Date(now.getTime() - retryMs),
    revision,
    limit: monitorsPerPass,
  })
  for (const stored of due) {
    try {
      const { rule } = stored
      // a monitor whose owner lost a required module is not judged; as after a pause, no alert is sent for the days in between
      const mayWatch = await hasModules(deps.access, stored.userId, modulesOfRule(rule))
      const monitor = mayWatch ? stored : { ...stored, isPaused: true }
      if (isConditionRule(rule)) {
        await watchCondition({ ...monitor, rule }, { ...deps, revision, now })
        continue
      }
      // the documents they find are judged with the day in one of the next passes
      if (!monitor.isPaused && (monitor.checkedAt === null || monitor.checkedAt < today))
        await deps.querySources(monitor.signalId, monitor.userId)
      await watchMonitor({ ...monitor, rule }, { ...deps, revision, now })
    } catch (error) {
      log.warn({ err: error, monitorId: stored.id }, 'a monitor could not be evaluated and will be retried')
      await progress.postpone(stored.id, now)
    }
  }
}

async function watchMonitor(monitor: StoredMonitor & { rule: SignalRule }, pass: Pass): Promise<void> {
  const { now, revision, signals } = pass
  const { id, rule, cooldownHours, settledDay, settled, recent } = monitor
  const report = await signals.readReport(monitor.signalId)
  const series = toMonitorSeries(report, now.toISOString().slice(0, 10))
  const evaluations = await evaluateInTurns(series, daysBetween(series.firstDay, settledDay) + 1, rule)
  const backtest = summarizeBacktest(evaluations, { cooldownHours, before: settled })
  const firedDays = backtest.days.filter((day) => day.fired)
  const judgedTo = {
    recent: extendRecent(recent ?? (await evaluateRecent(series, monitor)), backtest.days, { series, rule }),
    at: now,
    revision,
  }
  if (isSilent(monitor, now)) {
    // settled for good: a monitor that is silent today must not send an alert about yesterday tomorrow, and an alert that was not sent starts no
    // cooldown
    const state = { ...backtest.state, lastFiredDay: settled.lastFiredDay }
    return pass.progress.settle(monitor, {
      ...judgedTo,
      day: evaluations.at(-1)?.day ?? settledDay,
      state,
      firedAt: null,
    })
  }
  // the last day is judged again while its documents arrive
  const last = summarizeBacktest(evaluations.slice(0, -1), { cooldownHours, before: settled })
  for (const day of firedDays) await sendAlert(monitor, toAlert(id, rule, day), pass)
  await pass.progress.settle(monitor, {
    ...judgedTo,
    // a series may begin long after the last day that was judged
    day: evaluations.at(-2)?.day ?? settledDay,
    // an alert that was sent still counts, even if the day no longer fires
    state: { ...last.state, lastFiredDay: backtest.state.lastFiredDay },
    firedAt: firedDays.length > 0 ? now : null,
  })
}

/** Judges the days before the new ones, for a monitor whose recent days were not stored. */
async function evaluateRecent(
  series: MonitorSeries,
  { rule, cooldownHours, settledDay }: StoredMonitor & { rule: SignalRule },
): Promise<RecentDays> {
  const length = Math.max(0, Math.min(series.counts.length, daysBetween(series.firstDay, settledDay) + 1))
  const settledSeries = { ...series, counts: series.counts.slice(0, length) }
  const evaluations = await evaluateInTurns(settledSeries, Math.max(0, length - maxRecentDays), rule)
  return extendRecent(null, summarizeBacktest(evaluations, { cooldownHours }).days, { series, rule })
}

/**
 * Sends an alert about what was published on a condition since the monitor's last alert. A day is included once it has ended for its publisher.
 * Within the cooldown nothing is settled, so that the next message includes what was published in the meantime.
 */
async function watchCondition(monitor: StoredMonitor & { rule: ConditionRule }, pass: Pass): Promise<void> {
  const { progress, conditions, now, revision } = pass
  const { rule, settledDay, settled, cooldownHours, recent } = monitor
  const lastDay = addDays(new Date(now.getTime() - publishersLateMs).toISOString().slice(0, 10), -1)
  const unchanged = { day: settledDay, state: settled, recent: recent ?? none, firedAt: null, at: now, revision }
  if (lastDay <= settledDay) return progress.settle(monitor, unchanged)
  if (isSilent(monitor, now)) return progress.settle(monitor, { ...unchanged, day: lastDay })
  const { lastFiredDay } = settled
  if (lastFiredDay !== null && daysBetween(lastFiredDay, lastDay) < Math.ceil(cooldownHours / 24))
    return progress.settle(monitor, unchanged)
  const days = { from: addDays(settledDay, 1), to: lastDay }
  const news = await conditions.read(rule.kind, conditionOf(monitor.query), days)
  if (news === null) return progress.settle(monitor, unchanged)
  const isNews = news.total > 0
  if (isNews) await sendAlert(monitor, toConditionAlert(monitor, news, days), pass)
  await progress.settle(monitor, {
    ...unchanged,
    day: lastDay,
    state: isNews ? { ...settled, lastFiredDay: lastDay } : settled,
    recent: addDay(recent ?? none, { ...days, total: news.total }),
    firedAt: isNews ? now : null,
  })
}

/** A total over several days is not known for each of them, and days on which the monitor was silent are unknown. */
function addDay(
  { firstDay: began, values, firedDays }: RecentDays,
  { from, to, total }: { from: string; to: string; total: number },
): RecentDays {
  const before = began === null ? 0 : daysBetween(began, from)
  const length = before + daysBetween(from, to) + 1
  const all = Array.from({ length }, (_, index) =>
    index < before ? (values[index] ?? null) : from === to ? total : null,
  )
  const retainedDays = all.slice(-maxRecentDays)
  const firstDay = addDays(to, 1 - retainedDays.length)
  const fired = total > 0 ? [...firedDays, to] : firedDays
  return { firstDay, values: retainedDays, firedDays: fired.filter((day) => day >= firstDay) }
}

/** The alert, with the published items. */
function toConditionAlert(
  { id, rule, query }: StoredMonitor & { rule: ConditionRule },
  { total, items, source, asOf }: ConditionNews,
  { from, to }: { from: string; to: string },
): NonNullable<InboxAlert> {
  const condition = conditionOf(query)
  const period = from === to ? `on ${formatDay(to)}` : `from ${formatDay(from)} to ${formatDay(to)}`
  const reason = `${describeNews(rule, total)} ${period}, says ${source}.`
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

/** Sends an alert through the channels of a monitor. Safe to repeat: a message is identified by its occasion, a delivery by its day. */
async function sendAlert(
  { id, userId, signalId, title, name, channels, webhookUrl, destinationIds }: StoredMonitor,
  alert: NonNullable<InboxAlert>,
  pass: Pass,
): Promise<void> {
  const message = { kind: 'monitor', signalId, title: name ?? title, message: null, alert } as const
  const occasion = `monitor:${id}:${alert.toDay}`
  await deliverMessages([{ ...message, recipientId: userId, senderId: null, occasion, channels }], pass)
  if (webhookUrl !== null)
    await pass.deliveries.enqueue({ monitorId: id, day: alert.toDay, url: webhookUrl, message, at: pass.now })
  await pass.destinations.enqueue({
    messages: destinationIds.map((destinationId) => ({ id: pass.createId('msg'), destinationId })),
    occasion,
    message: {
      title: message.title,
      text: alert.reason,
      items: (alert.register?.items ?? []).map((item) => ({ title: item.title, url: item.url })),
      link: { label: 'Open the signal', url: new URL(`/signals/${signalId}`, pass.publicUrl).href },
      manage: { label: 'Pause or change this monitor', url: new URL('/monitors', pass.publicUrl).href },
      monitorId: id,
    },
    at: pass.now,
  })
}
