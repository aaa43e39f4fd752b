import { siteOf } from '../clusters/canonical-url.ts'

/** The fields of an article that show who published its text first. */
export interface CarriedText {
  /** The same for all copies of a text. */
  text: string
  outlet: string
  /** When it was published, as a string that sorts by time. */
  publishedAt: string
  /** Whether only the day of `publishedAt` is known. */
  isDatedByDay: boolean
}

/**
 * The number of independent tellers of a story, which are the outlets with a text of their own. A text is credited to the site that published it first. It counts
 * as one teller where several published it at the same instant, or on the same day when the first has only a date, because its author is unknown.
 * Sites that carry another's text are not tellers.
 */
export function countTellers(articles: readonly CarriedText[]): number {
  const firsts = [...Map.groupBy(articles, ({ text }) => text).values()].map(firstSites)
  const credited = new Set<string>()
  // a text that only one site can have written goes first, so that it takes none from the others
  for (const sites of firsts.toSorted((a, b) => a.size - b.size)) {
    const site = [...sites].find((eachSite) => !credited.has(eachSite))
    if (site !== undefined) credited.add(site)
  }
  return credited.size
}

/** The sites that may have published first: one, or several where their times do not distinguish them. */
export function firstSites(articles: readonly Omit<CarriedText, 'text'>[]): Set<string> {
  const first = articles.reduce<(typeof articles)[number] | undefined>(
    (best, one) => (best === undefined || one.publishedAt < best.publishedAt ? one : best),
    undefined,
  )
  if (first === undefined) return new Set()
  const timeOf = ({ publishedAt }: { publishedAt: string }) =>
    first.isDatedByDay ? publishedAt.slice(0, 10) : publishedAt
  return new Set(articles.filter((article) => timeOf(article) === timeOf(first)).map(({ outlet }) => siteOf(outlet)))
}
