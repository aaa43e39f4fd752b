import { judgeDay, judgeDays } from './judge-days.ts'
import type { Judgement, MonitorRule, MonitorSeries, MonitorState, UnknownJudgement } from './monitor.types.ts'
import { freshState, nextState } from './next-state.ts'

/** Length of a back-test: twelve months. */
export const backtestDays = 365

/** What a rule would have done on the days that were judged. */
export interface Backtest {
  days: (Judgement & { fired: boolean })[]
  firings: number
  /** Days on which the rule could be evaluated. */
  evaluated: number
  /** The number of other days, by reason. */
  unknown: Record<UnknownJudgement, number>
  /** The state after the last day, from which monitoring continues. */
  state: MonitorState
}

/** Summarises judgements in their order. The cooldown is in whole days: `cooldownHours`, rounded up. */
export function sumUpBacktest(
  judged: readonly Judgement[],
  { cooldownHours, before = freshState }: { cooldownHours: number; before?: MonitorState },
): Backtest {
  const cooldownDays = Math.ceil(cooldownHours / 24)
  const unknown: Backtest['unknown'] = { 'not-covered': 0, 'too-short': 0, 'too-few': 0 }
  let state = before
  const days = judged.map((judgement) => {
    if (judgement.unknown !== null) unknown[judgement.unknown] += 1
    const next = nextState(state, judgement, cooldownDays)
    state = next.state
    return { ...judgement, fired: next.fired }
  })
  const firings = days.filter(({ fired }) => fired).length
  return { days, firings, evaluated: days.filter(({ holds }) => holds !== null).length, unknown, state }
}

/** Where a back-test begins: the first index of the last twelve months, and the judgement of the day before. */
export function backtestStart(series: MonitorSeries, rule: MonitorRule): { from: number; before: MonitorState } {
  const from = Math.max(0, series.counts.length - backtestDays)
  if (from === 0) return { from, before: freshState }
  const { holds, pointDay } = judgeDay(series, from - 1, rule)
  return { from, before: { isHolding: holds ?? false, lastFiredDay: null, lastPointDay: pointDay } }
}

/**
 * The days among the last 365 of a series on which a rule would have fired: each day is judged as of that day, from it and the days before alone. A
 * rule that already holds at the beginning fires only after it has stopped and begins to hold again.
 */
export function backtestRule(
  series: MonitorSeries,
  { rule, cooldownHours }: { rule: MonitorRule; cooldownHours: number },
): Backtest {
  const { from, before } = backtestStart(series, rule)
  return sumUpBacktest([...judgeDays(series, from, rule)], { cooldownHours, before })
}
