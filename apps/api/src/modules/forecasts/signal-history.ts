import { addDays, type DayValue } from '@auspex/analytics'
import type { DailyReport } from '../signals/index.ts'

/** Days that are forecast from: older ones say nothing that these do not. */
const mostDays = 1461

/** A group whose last covered day is longer ago has ended: what would be forecast of the days since is over. */
const recentDays = 14
/** A group that holds less of the topic does not say where the history ends. */
const leastPart = 0.1

/**
 * The daily documents of a signal as they are known, of the groups that still go on: one that has ended would look like a fall. A day that
 * none of these covers is null. It ends with the last day that all of them cover, which is yesterday at the latest. Empty where none goes on.
 */
export function toHistory({ volume }: Pick<DailyReport, 'volume'>, today: string): DayValue[] {
  const going = volume.groups.flatMap(({ documents, spans }, group) => {
    const end = spans.at(-1)?.lastDay
    return documents > 0 && end !== undefined && end >= addDays(today, -recentDays)
      ? [{ group, spans, documents, end }]
      : []
  })
  const all = going.reduce((sum, { documents }) => sum + documents, 0)
  const ends = going.flatMap(({ documents, end }) => (documents >= leastPart * all ? [end] : []))
  const lastDay = ends.toSorted()[0]
  if (lastDay === undefined) return []
  return volume.days
    .filter(({ day }) => day <= lastDay && day < today)
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
