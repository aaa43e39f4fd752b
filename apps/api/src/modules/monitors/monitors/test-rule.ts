import {
  backtestStart,
  type Backtest as Tested,
  type RuleEvaluation,
  evaluateDays,
  type MonitorSeries,
  summarizeBacktest,
} from '@auspex/analytics'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { Backtest, MonitorPreview, MonitorRule } from '@auspex/sdk/types'
import { isConditionRule, measureOfCondition, type RuleMeasure, type SignalRule } from './condition-rules.ts'

/** Milliseconds of judging before yielding to the event loop. */
const turnMs = 15

/** Judges days one after the other and yields to the event loop in between. */
export async function evaluateInTurns(
  series: MonitorSeries,
  from: number,
  rule: SignalRule,
): Promise<RuleEvaluation[]> {
  const judged: RuleEvaluation[] = []
  let began = performance.now()
  for (const judgement of evaluateDays(series, from, rule)) {
    judged.push(judgement)
    if (performance.now() - began < turnMs) continue
    await yieldToEventLoop()
    began = performance.now()
  }
  return judged
}

/** What a rule would have done on the days of a series. */
export async function testRule(
  series: MonitorSeries,
  { rule, cooldownHours }: { rule: SignalRule; cooldownHours: number },
): Promise<Tested> {
  const { from, before } = backtestStart(series, rule)
  return summarizeBacktest(await evaluateInTurns(series, from, rule), { cooldownHours, before })
}

const daysPerMonth = 365 / 12

/** Maps the back-test to the contract. */
export function toBacktest({ days, firings, evaluated, unknown }: Tested, series: MonitorSeries): Backtest {
  const covered = days.length - countUnknown(series, days.length)
  return {
    months: Math.max(1, Math.round(days.length / daysPerMonth)),
    firstDay: days[0]?.day ?? null,
    lastDay: days.at(-1)?.day ?? null,
    coveredDays: covered,
    evaluatedDays: evaluated,
    reason: days.length === 0 ? nothingMatches : describeUnknown(unknown),
    firings,
    days: days.flatMap(({ day, fired }) => (fired ? [day] : [])),
    holdsNow: days.findLast(({ holds }) => holds !== null)?.holds ?? null,
  }
}

/** The judged days as points of a chart. */
export function toPoints({ days }: Tested, series: MonitorSeries): MonitorPreview['points'] {
  const counts = series.counts.slice(series.counts.length - days.length)
  return days.map(({ day, value, holds, fired }, index) => ({
    day,
    documents: counts[index] ?? null,
    value,
    holds,
    fired,
  }))
}

/** The unit that a rule measures, and the limit it compares with. */
export function ruleMeasure(rule: MonitorRule): RuleMeasure {
  if (isConditionRule(rule)) return measureOfCondition(rule)
  switch (rule.kind) {
    case 'volume-above':
    case 'volume-below':
      return { unit: 'documents', limit: rule.documents }
    case 'tone-above':
    case 'tone-below':
      return { unit: 'tone', limit: rule.tone }
    case 'volume-times-usual':
      return { unit: 'ratio', limit: rule.times }
    case 'momentum-above':
      return { unit: 'ratio', limit: rule.ratio }
    case 'new-inflection':
    default:
      return { unit: 'ratio', limit: null }
  }
}

const nothingMatches =
  'The library has no documents on this topic from a complete day. Search the topic once so that its sources are read. The monitor waits for what arrives.'

function describeUnknown(unknown: Tested['unknown']): string | null {
  const parts = [
    unknown['not-covered'] > 0 && `${formatDays(unknown['not-covered'])} without data from the sources`,
    unknown['too-short'] > 0 && `${formatDays(unknown['too-short'])} with too few earlier days to compare with`,
    unknown['too-few'] > 0 && `${formatDays(unknown['too-few'])} with too few documents of known tone for the rule`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `Not tested: ${parts.join('; ')}.`
}

function formatDays(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`
}

function countUnknown(series: MonitorSeries, length: number): number {
  return series.counts.slice(series.counts.length - length).filter((count) => count === null).length
}
