import { judgeDay, judgeDays } from './judge-days.ts'
import type { Judgement, MonitorRule, MonitorSeries, MonitorState, UnknownJudgement } from './monitor.types.ts'
import { freshState, nextState } from './next-state.ts'

/** Days of a back-test: twelve months. */
export const backtestDays = 365

/** What a rule would have done on the days that were judged. */
export interface Backtest {
  days: (Judgement & { fired: boolean })[]
  firings: number
  /** Days on which the rule could be told to hold or not. */
  evaluated: number
  /** How many of the others there are, by why. */
  unknown: Record<UnknownJudgement, number>
  /** After the last day: where watching goes on. */
  state: MonitorState
}

/** Sums judgements up in their order. Firings of cooldownHours are kept apart in whole days, rounded up. */
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

/** Where a back-test begins: the first index of the last twelve months, and what the rule said on the day before. */
export function backtestStart(series: MonitorSeries, rule: MonitorRule): { from: number; before: MonitorState } {
  const from = Math.max(0, series.counts.length - backtestDays)
  if (from === 0) return { from, before: freshState }
  const { holds, pointDay } = judgeDay(series, from - 1, rule)
  return { from, before: { isHolding: holds ?? false, lastFiredDay: null, lastPointDay: pointDay } }
}

/**
 * On which of the last 365 days of a series a rule would have told: each day is judged as of that day, from it and the days
 * before alone. A rule that held already when the time begins tells only once it has stopped and begins again.
 */
export function backtestRule(
  series: MonitorSeries,
  { rule, cooldownHours }: { rule: MonitorRule; cooldownHours: number },
): Backtest {
  const { from, before } = backtestStart(series, rule)
  return sumUpBacktest([...judgeDays(series, from, rule)], { cooldownHours, before })
}
