import type { Frequency } from '@auspex/sdk/types'

const dayMs = 86_400_000
const hourUtc = 6
const monday = 1

/** When trends are sent next, strictly after a given time: at 06:00 UTC, every day or on Mondays. */
export function nextTrendsAt(frequency: Frequency, after: Date): Date {
  const today = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hourUtc)
  const next = today > after.getTime() ? today : today + dayMs
  const days = frequency === 'daily' ? 0 : (7 + monday - new Date(next).getUTCDay()) % 7
  return new Date(next + days * dayMs)
}
