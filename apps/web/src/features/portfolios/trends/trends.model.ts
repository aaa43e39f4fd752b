import type { PortfolioTrend, ToneLabel, TrendWeek } from '@auspex/sdk'
import { stageRank } from '../portfolios.model.ts'
import type { PortfolioSearch, TrendSort } from '../portfolios.search.ts'

/** The certain tone of a trend: an interval on both sides of 0 is neutral. */
export const toneLabelOf = ({ tone }: Pick<PortfolioTrend, 'tone'>): ToneLabel => {
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
export const isDescending = ({ sort, order }: Pick<PortfolioSearch, 'sort' | 'order'>): boolean =>
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
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
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
      heat: value === null ? null : value === 0 ? 0 : Math.max(1, Math.ceil((value / maxRate) * heats)),
    }
  })
}
