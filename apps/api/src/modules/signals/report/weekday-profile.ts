import { weekdaySeason } from '@auspex/analytics'
import type { WeekdayProfile } from '@auspex/sdk/types'
import type { VolumeDay } from './daily-series.ts'

const method = 'ratio to the seven days around, autocorrelation at 7 and 14 days'
const week = 7

/** What each weekday holds of a usual day. Shares are compared where the source totals are known on every day. */
export function buildWeekdays(days: readonly VolumeDay[]): WeekdayProfile {
  const isShare = days.every(({ total }) => total !== null)
  const { repeats, levels } = weekdaySeason({
    counts: days.map(({ documents, share, total, isCovered }) =>
      isShare ? (share === null || total === null ? null : share * total) : isCovered ? documents : null,
    ),
    ...(isShare && { exposure: days.map(({ total }) => total) }),
  })
  const weeks = Math.floor(days.length / week)
  const first = days[0]
  if (first === undefined || levels === null)
    return { repeats: null, weekdays: [], weeks, method, reason: 'There are fewer than four weeks to compare.' }
  // Monday is 1
  const begin = new Date(`${first.day}T00:00:00Z`).getUTCDay() || week
  const weekdays = levels.map(({ level, low, high }, index) => ({
    weekday: ((begin - 1 + index) % week) + 1,
    level: roundLevel(level, week),
    low: roundLevel(low, week),
    high: roundLevel(high, 1_000),
    documents: days.reduce((sum, { documents }, at) => sum + (at % week === index ? documents : 0), 0),
  }))
  return { repeats, weekdays: weekdays.toSorted((a, b) => a.weekday - b.weekday), weeks, method, reason: null }
}

function roundLevel(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value * 10_000) / 10_000))
}
