import type { PortfolioTrend, ToneLabel, TrendWeek } from '@auspex/sdk'
import { stageRank } from '../portfolios.model.ts'
import type { PortfolioSearch, TrendSort } from '../portfolios.search.ts'
import { addDays, daysBetween } from '../../../lib/time/dates.ts'

/** The certain tone of a trend: an interval on both sides of 0 is neutral. */
export const toneLabelOf = ({ tone }: { readonly tone: PortfolioTrend['tone'] }): ToneLabel => {
  if (tone === null) return 'unknown'
  if (tone.low > 0) return 'positive'
  return tone.high < 0 ? 'negative' : 'neutral'
}

const sortValues: Record<TrendSort, (trend: PortfolioTrend) => number | string | null> = {
  title: ({ title }) => title,
  level: ({ level }) => level?.average ?? null,
  growth: ({ momentum }) => momentum?.value ?? null,
  stage: ({ stage }) => stageRank(stage),
  tone: ({ tone }) => tone?.value ?? null,
  event: ({ newestEvent }) => newestEvent?.day ?? null,
}

/** Whether an order is descending; by default names are ascending and figures descending. */
export const isDescending = ({ sort, order }: PortfolioSearch): boolean =>
  order === undefined ? sort !== 'title' && sort !== 'stage' : order === 'down'

/** The trends that match the address, in its order; by default those saved last come first. */
export const chooseTrends = (
  trends: readonly PortfolioTrend[],
  { find = '', stage, tone, failed, ...sorting }: PortfolioSearch,
): readonly PortfolioTrend[] => {
  const words = find.trim().toLowerCase()
  const matchingTrends = trends.filter(
    (trend) =>
      [trend.title, trend.newestEvent?.title ?? ''].some((text) => text.toLowerCase().includes(words)) &&
      (stage === undefined || (trend.stage ?? 'unknown') === stage) &&
      (tone === undefined || toneLabelOf(trend) === tone) &&
      (failed === undefined || trend.outcome?.state === 'failed'),
  )
  if (sorting.sort === undefined) return matchingTrends
  const by = sortValues[sorting.sort]
  const sign = isDescending(sorting) ? -1 : 1
  return matchingTrends.toSorted((a, b) => compare(by(a), by(b), sign))
}

/** Unknown values sort last in either direction. */
const compare = (a: number | string | null, b: number | string | null, sign: number): number => {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en'))
}

/** One week in a row of the heat table. */
export interface HeatCell {
  readonly week: string
  /** Null if none of its days is covered. */
  readonly documents: number | null
  readonly coveredDays: number
  /** From 0, nothing, to 5, the maximum of this trend; null if not covered. */
  readonly heat: number | null
}

interface Weekly {
  readonly weeks: readonly TrendWeek[]
}

const maxWeeks = 26
const heats = 5

/** The last 26 weeks of all trends, oldest first. */
export const listWeeks = (trends: readonly Weekly[]) => {
  const byWeek = new Map(trends.flatMap(({ weeks }) => weeks).map(({ week, firstDay }) => [week, firstDay]))
  return [...byWeek]
    .map(([week, firstDay]) => ({ week, firstDay }))
    .toSorted((a, b) => a.week.localeCompare(b.week))
    .slice(-maxWeeks)
}

/** A trend week by week, each relative to this trend's maximum on a covered day: trends differ too much for one scale. */
export const toHeat = ({ weeks }: Weekly, all: readonly { week: string }[]): HeatCell[] => {
  const rate = ({ documents, coveredDays }: { documents: number | null; coveredDays: number }) =>
    documents === null || coveredDays === 0 ? null : documents / coveredDays
  const maxRate = Math.max(0, ...weeks.map((week) => rate(week) ?? 0))
  const byWeek = new Map(weeks.map((week) => [week.week, week]))
  return all.map(({ week }) => {
    const { documents, coveredDays } = byWeek.get(week) ?? { documents: null, coveredDays: 0 }
    const value = rate({ documents, coveredDays })
    return {
      week,
      documents,
      coveredDays,
      heat: value === null ? null : heatOf(value / maxRate),
    }
  })
}

/** 0 only for a week without documents. */
const heatOf = (share: number): number => (share > 0 ? Math.max(1, Math.ceil(share * heats)) : 0)

/** Sorts things by a list of ids; things without a place come first, as for one that was just saved. */
export const applyOrder = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  ids: readonly string[],
): Thing[] => {
  const places = new Map(ids.map((id, place) => [id, place]))
  return things.toSorted((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1))
}

/** Adapts an order to what is stored now: new trends come first, removed ones are omitted. Null if somebody else reordered the same trends. */
export const adoptOrder = (
  ids: readonly string[],
  { before, now }: { readonly before: readonly string[]; readonly now: readonly string[] },
): string[] | null => {
  const stayed = before.filter((id) => now.includes(id))
  const theirs = now.filter((id) => before.includes(id))
  if (stayed.some((id, place) => theirs[place] !== id)) return null
  return [...now.filter((id) => !before.includes(id)), ...ids.filter((id) => now.includes(id))]
}

/** The ids with one moved from a position to another; unchanged if a position does not exist. */
export const moveId = (ids: readonly string[], from: number, to: number): readonly string[] => {
  const id = ids[from]
  if (id === undefined || to < 0 || to >= ids.length || to === from) return ids
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

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
