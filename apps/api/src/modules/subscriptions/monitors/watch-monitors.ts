import { addDays, daysBetween, type MonitorSeries, sumUpBacktest } from '@auspex/analytics'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../documents/index.ts'
import type { Signals } from '../../signals/index.ts'
import { type AccessReader, hasModules } from '../../users/index.ts'
import { toAlert } from './alert-words.ts'
import { isConditionRule, modulesOfRule, type SignalRule } from './condition-rules.ts'
import { toMonitorSeries } from './monitor-series.ts'
import type { MonitorsRepository, StoredMonitor } from './monitors.repository.ts'
import { isSilent } from './present-monitor.ts'
import { extendRecent, type RecentDays, recentLength } from './recent-days.ts'
import { sendAlert } from './send-alert.ts'
import { judgeInTurns } from './test-rule.ts'
import { watchCondition, type WatchConditionDependencies } from './watch-condition.ts'

export interface WatchMonitorsDependencies extends WatchConditionDependencies {
  repository: MonitorsRepository
  signals: Pick<Signals, 'readReport'>
  documents: Pick<DocumentsModule, 'librarySummary'>
  access: Pick<AccessReader, 'find'>
  askSources: (signalId: string, userId: string) => Promise<void>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Monitors of one look: each reads a report, and at the first look of a day asks sources, which people wait for too. */
const batch = 5
/** Documents of yesterday go on coming: it is judged again when the library changed and so much time has gone by. */
const againMs = 3_600_000

/**
 * Judges the monitors that are due, and tells what fired. Every step may be done again after a crash: a message has an
 * occasion, a delivery its day, and only then the monitor moves on.
 */
export async function watchMonitors(deps: WatchMonitorsDependencies): Promise<void> {
  const { repository, documents, clock, log } = deps
  const now = clock.now()
  const { revision } = await documents.librarySummary()
  const today = new Date(now.toISOString().slice(0, 10))
  const due = await repository.findDue({
    today,
    again: new Date(now.getTime() - againMs),
    revision,
    limit: batch,
  })
  for (const stored of due) {
    try {
      const { rule } = stored
      // nothing is watched for who lost a module of it; like a pause, it ends without telling of the days between
      const mayWatch = await hasModules(deps.access, stored.userId, modulesOfRule(rule))
      const monitor = mayWatch ? stored : { ...stored, isPaused: true }
      if (isConditionRule(rule)) {
        await watchCondition({ ...monitor, rule }, { ...deps, revision, now })
        continue
      }
      // what they find is judged with the day at one of the next looks
      if (!monitor.isPaused && (monitor.checkedAt === null || monitor.checkedAt < today))
        await deps.askSources(monitor.signalId, monitor.userId)
      await watchMonitor({ ...monitor, rule }, { ...deps, revision, now })
    } catch (error) {
      log.warn({ err: error, monitorId: stored.id }, 'a monitor could not be judged and will be tried again')
      await repository.postpone(stored.id, now)
    }
  }
}

async function watchMonitor(
  monitor: StoredMonitor & { rule: SignalRule },
  { now, revision, ...deps }: WatchMonitorsDependencies & { now: Date; revision: number },
): Promise<void> {
  const { id, rule, cooldownHours, settledDay, settled, recent } = monitor
  const report = await deps.signals.readReport(monitor.signalId)
  const series = toMonitorSeries(report, now.toISOString().slice(0, 10))
  const judged = await judgeInTurns(series, daysBetween(series.firstDay, settledDay) + 1, rule)
  const backtest = sumUpBacktest(judged, { cooldownHours, before: settled })
  const firedDays = backtest.days.filter((day) => day.fired)
  const progress = {
    recent: extendRecent(recent ?? (await judgeRecent(series, monitor)), backtest.days, { series, rule }),
    at: now,
    revision,
  }
  if (isSilent(monitor, now)) {
    // settled for good: who is silent today must not tell of yesterday tomorrow; and what nobody was told begins no cooldown
    const state = { ...backtest.state, lastFiredDay: settled.lastFiredDay }
    return deps.repository.settle(monitor, {
      ...progress,
      day: addDays(settledDay, judged.length),
      state,
      firedAt: null,
    })
  }
  // the last day is judged again while its documents come
  const last = sumUpBacktest(judged.slice(0, -1), { cooldownHours, before: settled })
  for (const day of firedDays) await sendAlert(monitor, toAlert(id, rule, day), { ...deps, now })
  await deps.repository.settle(monitor, {
    ...progress,
    day: judged.length < 2 ? settledDay : addDays(settledDay, judged.length - 1),
    // what was told stays told, also when the day no longer says so
    state: { ...last.state, lastFiredDay: backtest.state.lastFiredDay },
    firedAt: firedDays.length > 0 ? now : null,
  })
}

/** The days before those that are judged now, of a monitor whose days were not kept. */
async function judgeRecent(
  series: MonitorSeries,
  { rule, cooldownHours, settledDay }: Pick<StoredMonitor, 'cooldownHours' | 'settledDay'> & { rule: SignalRule },
): Promise<RecentDays> {
  const length = Math.max(0, Math.min(series.counts.length, daysBetween(series.firstDay, settledDay) + 1))
  const known = { ...series, counts: series.counts.slice(0, length) }
  const judged = await judgeInTurns(known, Math.max(0, length - recentLength), rule)
  return extendRecent(null, sumUpBacktest(judged, { cooldownHours }).days, { series, rule })
}
