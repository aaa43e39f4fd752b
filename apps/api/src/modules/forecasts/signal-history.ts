import { addDays, type DayValue } from '@auspex/analytics'
import type { DailyReport } from '../signals/index.ts'

/** Days that are forecast from: older ones say nothing that these do not. */
const mostDays = 1461

/**
 * The daily documents of a signal as they are known: a day that no group covers is null. The
 * running day is left out, as it has not ended.
 */
export function toHistory({ volume }: Pick<DailyReport, 'volume'>, today: string): DayValue[] {
  return volume.days
    .filter(({ day }) => day < today)
    .slice(-mostDays)
    .map(({ day, documents, isCovered }) => ({ day, value: isCovered ? documents : null }))
}

/** The days after the last one of a history. */
export function daysAfter(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(lastDay, index + 1))
}
