import {
  backtestStart,
  type Backtest as Tested,
  type ConditionRule,
  evaluateDays,
  isConditionRule,
  type MonitorSeries,
  type RuleEvaluation,
  summarizeBacktest,
} from '@auspex/analytics'
import type { Backtest, MonitorRule, WatchedQuery } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
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

/** Milliseconds of judging before yielding to the event loop. */
const turnMs = 15

/** Judges days one after the other and yields to the event loop in between. */
export async function evaluateInTurns(
  series: MonitorSeries,
  from: number,
  rule: SignalRule,
): Promise<RuleEvaluation[]> {
  const evaluations: RuleEvaluation[] = []
  let began = performance.now()
  for (const judgement of evaluateDays(series, from, rule)) {
    evaluations.push(judgement)
    if (performance.now() - began < turnMs) continue
    await yieldToEventLoop()
    began = performance.now()
  }
  return evaluations
}

/** What a rule would have done on the days of a series. */
export async function testRule(
  series: MonitorSeries,
  { rule, cooldownHours }: { rule: SignalRule; cooldownHours: number },
): Promise<Tested> {
  const { from, before } = backtestStart(series, rule)
  return summarizeBacktest(await evaluateInTurns(series, from, rule), { cooldownHours, before })
}
