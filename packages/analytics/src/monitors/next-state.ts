import { daysBetween } from '../series/daily-series.ts'
import type { Judgement, MonitorState } from './monitor.types.ts'

/** A point that moves by at most this many days as more data arrives is the same point. */
const samePointDays = 3

/** The state of a monitor that has not seen any day yet. */
export const freshState: MonitorState = { isHolding: false, lastFiredDay: null, lastPointDay: null }

/**
 * Whether a rule fires on a day: it begins to hold (for inflection points: there is a new one), and the cooldown since it last fired is over. What
 * begins within the cooldown does not fire later. A day that cannot be judged changes nothing.
 */
export function nextState(
  state: MonitorState,
  { day, holds, pointDay }: Pick<Judgement, 'day' | 'holds' | 'pointDay'>,
  cooldownDays: number,
): { state: MonitorState; fired: boolean } {
  if (holds === null) return { state, fired: false }
  const { lastFiredDay, lastPointDay } = state
  const begins =
    pointDay === null
      ? holds && !state.isHolding
      : lastPointDay === null || daysBetween(lastPointDay, pointDay) > samePointDays
  const fired = begins && (lastFiredDay === null || daysBetween(lastFiredDay, day) >= cooldownDays)
  return {
    state: {
      isHolding: holds,
      lastFiredDay: fired ? day : lastFiredDay,
      lastPointDay: pointDay !== null && (lastPointDay === null || pointDay > lastPointDay) ? pointDay : lastPointDay,
    },
    fired,
  }
}
