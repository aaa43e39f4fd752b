import { type ConditionRule, isConditionRule } from '@auspex/analytics'
import type { Backtest, MonitorRule, WatchedQuery } from '@auspex/sdk/types'
import { conditionNeeded } from '../monitors.errors.ts'

/** A rule about the days of a signal. */
export type SignalRule = Exclude<MonitorRule, ConditionRule>

/** The modules required to use a rule. */
export function modulesOfRule(rule: MonitorRule): string[] {
  return ['monitors', 'signals', ...(isConditionRule(rule) ? ['clinical'] : [])]
}

/** The condition that a query names. Throws `subscriptions.condition_needed` when the query has filters that registers do not support. */
export function conditionOf({ query_term: term, geo, entity, sources }: WatchedQuery): string {
  if (term === null || geo !== null || entity !== null || sources.length > 0) throw conditionNeeded()
  return term
}

/** A condition rule cannot be back-tested: finding out what was new on past days would take too many requests. */
export const noBacktest: Backtest = {
  months: 12,
  firstDay: null,
  lastDay: null,
  coveredDays: 0,
  evaluatedDays: 0,
  reason:
    'The registers are checked from today on. Earlier publications are not reported, and a rule for a condition cannot be back-tested.',
  firings: 0,
  days: [],
  holdsNow: null,
}
