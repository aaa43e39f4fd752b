import type { PortfolioTrend, TrendWeek } from '@auspex/sdk'
import { addDays, daysBetween } from '../../../lib/dates.ts'

type Series = Pick<PortfolioTrend, 'sparkline' | 'weeks' | 'counts'>

/** Documents per day, oldest first; null where nothing is covered. The response to a change of the portfolio lists days instead of packed numbers. */
export const daysOf = ({ counts, sparkline }: Series): readonly (number | null)[] =>
  counts?.days ?? sparkline.map(({ documents }) => documents)

/** The weeks of a trend, oldest first. */
export const weeksOf = ({ counts, weeks }: Series): readonly TrendWeek[] =>
  counts?.weeks.map((documents, index) => {
    const firstDay = addDays(counts.firstWeek, 7 * index)
    return { week: nameWeek(firstDay), firstDay, documents, coveredDays: counts.coveredDays[index] ?? 0 }
  }) ?? weeks

/** The ISO 8601 name of the week that begins on a Monday: a week belongs to the year of its Thursday. */
const nameWeek = (monday: string): string => {
  const thursday = addDays(monday, 3)
  const year = thursday.slice(0, 4)
  const week = Math.ceil(daysBetween(`${year}-01-01`, thursday) / 7)
  return `${year}-W${String(week).padStart(2, '0')}`
}
