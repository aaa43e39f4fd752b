import { addDays, type DayValue } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'

/** Days that are forecast from: older ones say nothing that these do not. */
const mostDays = 1461

/**
 * The daily documents of a signal as they are known: a day on which its sources hold nothing at all was not covered and is null. The
 * running day is left out, as it has not ended.
 */
export function toHistory({ volume }: Pick<SignalReport, 'volume'>, today: string): DayValue[] {
  return volume.days
    .filter(({ day }) => day < today)
    .slice(-mostDays)
    .map(({ day, documents, total }) => ({ day, value: total === 0 ? null : documents }))
}

/** The days after the last one of a history. */
export function daysAfter(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(lastDay, index + 1))
}
