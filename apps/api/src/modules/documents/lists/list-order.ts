import { type RawBuilder, sql } from 'kysely'

/**
 * How a list is ordered. `relevance`: where the words stand in the title and often; `engagement`: points and comments;
 * `reach`: the same with ten for each outlet, of a whole story where stories are listed (docs/measures.md).
 */
export type ListOrder = 'newest' | 'oldest' | 'relevance' | 'reach' | 'engagement'

/** Points and comments of `document d`; null where neither is known. */
export const reactions = sql`(case when d.score is null and d.comments is null then null else coalesce(d.score, 0)::bigint + coalesce(d.comments, 0) end)`

/** So many points and comments an outlet is worth: news tell none, and a story that many print reaches many. */
const reactionsOfOutlet = sql.lit(10)

/** Seconds since 1970 as the lower 34 bits of a key, so that of equals the newest comes first. */
const newer = sql`(extract(epoch from d.ts)::bigint + 8589934592)`
const newestOfStory = sql`(extract(epoch from max(ts))::bigint + 8589934592)`
const place = sql.lit(17_179_869_184)
/** What leaves 34 bits of a bigint for the time. */
const most = sql.lit(33_554_432)

/** What a document is sorted by, as one bigint: the greatest first, equal ones by id. */
export function keyOfDocument(order: ListOrder, tsquery: string | null): RawBuilder<unknown> {
  switch (order) {
    case 'newest':
      return sql`(extract(epoch from d.ts) * 1000000)::bigint`
    case 'oldest':
      return sql`(extract(epoch from d.ts) * -1000000)::bigint`
    case 'engagement':
      return sql`coalesce(${reactions}, -9000000000)`
    case 'reach':
      return sql`(least(greatest(coalesce(${reactions}, 0), 0) + ${reactionsOfOutlet}, ${most}) * ${place} + ${newer})`
    case 'relevance':
      // the length of a text counts by its logarithm, so that a title alone is no better than a text about the topic
      return tsquery === null
        ? newer
        : sql`((ts_rank('{0.1,0.2,0.4,1}', d.tsv, ${tsquery}::tsquery, 1) * 1000000)::bigint * ${place} + ${newer})`
    default:
      throw new TypeError(`No order is called ${String(order satisfies never)}`)
  }
}

/** What a story is sorted by, of the keys, outlets and reactions of its listed documents. */
export function keyOfStory(order: ListOrder): RawBuilder<unknown> {
  if (order !== 'reach') return sql`max(key)`
  return sql`(least(greatest(coalesce(sum(reactions), 0), 0) + ${reactionsOfOutlet} * count(distinct outlet_id), ${most})::bigint * ${place} + ${newestOfStory})`
}
