import {
  backtestStart,
  type Backtest as Tested,
  type RuleEvaluation,
  evaluateDays,
  type MonitorSeries,
  summarizeBacktest,
} from '@auspex/analytics'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { SignalRule } from './condition-rules.ts'

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
