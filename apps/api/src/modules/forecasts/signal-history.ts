import { addDays, type DayValue } from '@auspex/analytics'
import type { DailyReport } from '../signals/index.ts'

/** Days that are forecast from: older ones say nothing that these do not. */
const mostDays = 1461

/**
 * The daily documents of a signal as they are known, of the groups that still go on: one that has ended would look like a fall. A day that
 * none of these covers is null. The running day is left out, as it has not ended.
 */
export function toHistory({ volume }: Pick<DailyReport, 'volume'>, today: string): DayValue[] {
  const going = volume.groups.flatMap(({ documents, endsOn, spans }, group) =>
    documents > 0 && endsOn === null ? [{ group, spans }] : [],
  )
  return volume.days
    .filter(({ day }) => day < today)
    .slice(-mostDays)
    .map(({ day, groups }) => {
      const covering = going.filter(({ spans }) => spans.some((span) => span.firstDay <= day && day <= span.lastDay))
      return {
        day,
        value: covering.length === 0 ? null : covering.reduce((sum, { group }) => sum + (groups[group] ?? 0), 0),
      }
    })
}

/** The days after the last one of a history. */
export function daysAfter(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(lastDay, index + 1))
}
