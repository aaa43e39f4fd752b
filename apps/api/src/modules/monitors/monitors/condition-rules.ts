import type { Backtest, MonitorRule, MonitorUnit, WatchedQuery } from '@auspex/sdk/types'
import type { ConditionSubject } from '../../clinical/index.ts'
import { conditionNeeded } from '../monitors.errors.ts'

/** A rule about what medical registers publish about a condition. */
export type ConditionRule = Extract<MonitorRule, { kind: ConditionSubject }>
/** A rule about the days of a signal. */
export type SignalRule = Exclude<MonitorRule, ConditionRule>

const units: Record<ConditionSubject, MonitorUnit> = {
  'new-trials': 'trials',
  'trial-status': 'trials',
  'new-papers': 'papers',
}

export function isConditionRule(rule: MonitorRule): rule is ConditionRule {
  return rule.kind in units
}

/** The modules required to use a rule. */
export function modulesOfRule(rule: MonitorRule): string[] {
  return ['monitors', 'signals', ...(isConditionRule(rule) ? ['clinical'] : [])]
}

/** What a rule measures, and what it compares that with; null for a rule without a limit. */
export interface RuleMeasure {
  unit: MonitorUnit
  limit: number | null
}

/** What such a rule counts; there is no limit to compare it with. */
export function measureOfCondition({ kind }: ConditionRule): RuleMeasure {
  return { unit: units[kind], limit: null }
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
