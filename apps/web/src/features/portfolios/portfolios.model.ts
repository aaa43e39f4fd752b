import type { GroupRef, Portfolio, PortfolioTrend } from '@auspex/sdk'
import type { PortfoliosSearch } from './portfolios.search.ts'

type Stage = NonNullable<PortfolioTrend['stage']>

/** From what begins to what ends. */
export const stageOrder: readonly Stage[] = ['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant']

export const stageRank = (stage: PortfolioTrend['stage']): number | null =>
  stage === null ? null : stageOrder.indexOf(stage)

/** Who sees it. A group that the person left keeps no name. */
export const nameGroup = (groupId: string | null, groups: readonly GroupRef[]): string =>
  groupId === null ? 'only you' : (groups.find(({ id }) => id === groupId)?.name ?? 'a group')

/** The portfolios that the address asks for, in its order. */
export const choosePortfolios = (
  portfolios: readonly Portfolio[],
  { find = '', sort, group }: PortfoliosSearch,
): readonly Portfolio[] => {
  const words = find.trim().toLowerCase()
  const chosen = portfolios.filter(
    ({ title, trends, organizationGroupId }) =>
      (group === undefined || (group === 'mine' ? organizationGroupId === null : organizationGroupId === group)) &&
      [title, ...trends.map((trend) => trend.title)].some((one) => one.toLowerCase().includes(words)),
  )
  if (sort === 'title') return chosen.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
  if (sort === 'size') return chosen.toSorted((a, b) => b.trendCount - a.trendCount)
  return chosen
}
