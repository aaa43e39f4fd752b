import { addDays } from '../series/daily-series.ts'
import { judgeInflection, recentDays } from './judge-inflection.ts'
import { judgeWindow, usualDays } from './judge-window.ts'
import type { Judgement, MonitorRule, MonitorSeries } from './monitor.types.ts'

/**
 * What a rule says as of the day at index `at`, knowing nothing of the days after it. A day that was not covered is never
 * judged: nothing can begin on it.
 */
export function judgeDay(series: MonitorSeries, at: number, rule: MonitorRule): Judgement {
  const day = addDays(series.firstDay, at)
  const fromDay = addDays(series.firstDay, Math.max(0, at + 1 - measuredDays(rule)))
  if ((series.counts[at] ?? null) === null)
    return { day, fromDay, value: null, holds: null, unknown: 'not-covered', pointDay: null }
  if (rule.kind === 'new-inflection') return { day, fromDay, ...judgeInflection(series, at + 1, rule) }
  return { day, fromDay, ...judgeWindow(series, at + 1, rule), pointDay: null }
}

/** Judges one day after the other, from index `from` to the last; lazily, so that a caller can do other things in between. */
export function* judgeDays(series: MonitorSeries, from: number, rule: MonitorRule): Generator<Judgement> {
  for (let at = Math.max(0, from); at < series.counts.length; at++) yield judgeDay(series, at, rule)
}

function measuredDays(rule: MonitorRule): number {
  if (rule.kind === 'new-inflection') return recentDays
  if (rule.kind === 'momentum-above') return 2 * rule.windowDays
  return rule.kind === 'volume-times-usual' ? rule.windowDays + usualDays : rule.windowDays
}
