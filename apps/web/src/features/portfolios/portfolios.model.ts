import type { Portfolio, PortfolioTrend } from '@auspex/sdk'
import type { PortfoliosSearch } from './portfolios.search.ts'

type Stage = NonNullable<PortfolioTrend['stage']>

/** In the order of a topic's life. */
export const stageOrder: readonly Stage[] = ['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant']

export const stageRank = (stage: PortfolioTrend['stage']): number | null =>
  stage === null ? null : stageOrder.indexOf(stage)

/** The portfolios that match the address, in its order. */
export const choosePortfolios = (
  portfolios: readonly Portfolio[],
  { find = '', sort, group }: PortfoliosSearch,
): readonly Portfolio[] => {
  const words = find.trim().toLowerCase()
  const matchingPortfolios = portfolios.filter(
    ({ title, trends, organizationGroupId }) =>
      (group === undefined || (group === 'mine' ? organizationGroupId === null : organizationGroupId === group)) &&
      [title, ...trends.map((trend) => trend.title)].some((text) => text.toLowerCase().includes(words)),
  )
  if (sort === 'title') return matchingPortfolios.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
  if (sort === 'size') return matchingPortfolios.toSorted((a, b) => b.trendCount - a.trendCount)
  return matchingPortfolios
}
