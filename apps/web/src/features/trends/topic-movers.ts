import type { Topic } from '@auspex/sdk'

const mostMovers = 3
/** Growth of fewer documents is noise, whatever its interval; `quietReason` says the number in words. */
const leastDocuments = 10

/** The topics of categories whose growth is most certain, in the order they came. */
export const moversOf = (topics: readonly Topic[], categoryIds: readonly string[]): Topic[] =>
  topics
    .filter(
      ({ category, momentum }) =>
        momentum !== null && momentum.n >= leastDocuments && category !== null && categoryIds.includes(category),
    )
    .slice(0, mostMovers)

/** What is said of those without one topic to show. */
export const quietReason =
  'None of their terms is in ten documents of the two windows that are compared: too few to tell growth from chance.'

/** Parts a list into those that have something to show and those that are quiet, each in the order they came. */
export const separateQuiet = <One>(
  items: readonly One[],
  findMovers: (one: One) => readonly Topic[],
): { withMovers: readonly { one: One; movers: readonly Topic[] }[]; quiet: readonly One[] } => {
  const all = items.map((one) => ({ one, movers: findMovers(one) }))
  return {
    withMovers: all.filter(({ movers }) => movers.length > 0),
    quiet: all.filter(({ movers }) => movers.length === 0).map(({ one }) => one),
  }
}
