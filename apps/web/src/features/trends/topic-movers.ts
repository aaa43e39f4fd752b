import type { Topic } from '@auspex/sdk'

const maxMovers = 3
/** Growth over fewer documents is noise, whatever its interval; `quietReason` contains the number. */
const minDocuments = 10

/** The topics of these categories with the most certain growth, in the given order. */
export const moversOf = (topics: readonly Topic[], categoryIds: readonly string[]): Topic[] =>
  topics
    .filter(
      ({ category, momentum }) =>
        momentum !== null && momentum.n >= minDocuments && category !== null && categoryIds.includes(category),
    )
    .slice(0, maxMovers)

/** Shown for categories and industries without any topic to show. */
export const quietReason =
  'Too few documents to tell growth from chance: none of their terms has ten in the two periods compared.'

/** Splits a list into entries with movers and quiet entries, both in the given order. */
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
