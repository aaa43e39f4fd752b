import { type RawBuilder, sql } from 'kysely'

/**
 * The order of a list. `relevance`: by words in the title and how often they occur; `engagement`: by points and comments; `reach`: the same plus ten
 * per outlet, summed over the story in a list of stories (docs/measures.md).
 */
export type ListOrder = 'newest' | 'oldest' | 'relevance' | 'reach' | 'engagement'

/** Points plus comments of `document d`; null when neither is known. */
export const reactions = sql`(case when d.score is null and d.comments is null then null else coalesce(d.score, 0)::bigint + coalesce(d.comments, 0) end)`

/** How many points and comments an outlet counts for: news sources report none, and a story that many outlets print reaches many people. */
const reactionsOfOutlet = sql.lit(10)

/** Seconds since 1970 as the lower 34 bits of a key, so that ties are ordered newest first. */
const newer = sql`(extract(epoch from d.ts)::bigint + 8589934592)`
const newestOfStory = sql`(extract(epoch from max(ts))::bigint + 8589934592)`
const timeRange = sql.lit(17_179_869_184)
/** The maximum that leaves 34 bits of a bigint for the time. */
const maxAboveTime = sql.lit(33_554_432)

/** A document's sort key as one bigint: greatest first, ties by id. */
export function keyOfDocument(order: ListOrder, tsquery: string | null): RawBuilder<unknown> {
  switch (order) {
    case 'newest':
      return sql`(extract(epoch from d.ts) * 1000000)::bigint`
    case 'oldest':
      return sql`(extract(epoch from d.ts) * -1000000)::bigint`
    case 'engagement':
      return sql`coalesce(${reactions}, -9000000000)`
    case 'reach':
      return sql`(least(greatest(coalesce(${reactions}, 0), 0) + ${reactionsOfOutlet}, ${maxAboveTime}) * ${timeRange} + ${newer})`
    case 'relevance':
      // length counts by its logarithm, so that a bare title does not outrank a text about the topic
      return tsquery === null
        ? newer
        : sql`((ts_rank('{0.1,0.2,0.4,1}', d.tsv, ${tsquery}::tsquery, 1) * 1000000)::bigint * ${timeRange} + ${newer})`
    default:
      throw new TypeError(`No order is called ${String(order satisfies never)}`)
  }
}

/** A story's sort key, from the keys, outlets and reactions of its listed documents. */
export function keyOfStory(order: ListOrder): RawBuilder<unknown> {
  if (order !== 'reach') return sql`max(key)`
  return sql`(least(greatest(coalesce(sum(reactions), 0), 0) + ${reactionsOfOutlet} * count(distinct outlet_id), ${maxAboveTime})::bigint * ${timeRange} + ${newestOfStory})`
}
