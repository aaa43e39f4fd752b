import type { Portfolio, Project } from '@auspex/sdk'

/** How many names fit on a card. */
const shownNames = 3

/** The first portfolios by name, and how many more there are. Those whose names are not known are only counted. */
export const namePortfolios = ({ portfolios }: Project, knownPortfolios: readonly Portfolio[]) => {
  const named = portfolios
    .flatMap(({ id }) => knownPortfolios.find((portfolio) => portfolio.id === id) ?? [])
    .slice(0, shownNames)
    .map(({ id, title }) => ({ id, title }))
  return { named, rest: portfolios.length - named.length }
}

/** A list with one entry moved. */
export const moveTo = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, item)
}
