import { sql } from 'kysely'
import type { Window } from './hashtags.types.ts'

/**
 * Videos of a window, as what follows `from`, with its `where`: `u` is the use of its hashtag, `v` the video. The other parts here name the same `v`.
 */
export function usesOf({ setNo, tag, country, from, to }: Window) {
  return sql`
    hashtag_use u join hashtag_video v on v.video_no = u.video_no
    where u.set_no = ${setNo} and u.tag = ${tag} and u.day between ${from}::date and ${to}::date
      and (${country}::text is null or v.country = ${country})`
}

/** Sum of the known reactions; null when none is known. */
export const reactions = sql`
  case when v.likes is null and v.comments is null and v.shares is null then null
    else coalesce(v.likes, 0) + coalesce(v.comments, 0) + coalesce(v.shares, 0) end`

/** A rate needs both numbers, and at least one view. */
export const hasRate = sql`(v.views > 0 and (v.likes is not null or v.comments is not null or v.shares is not null))`

/** Reactions as a part of the views: more reactions than views count as one each. */
export const cappedReactions = sql`least(${reactions}, v.views)::double precision`
const rate = sql`(${cappedReactions} / v.views)`
/** The square of 1.96, the normal quantile of a 95% interval. */
const zz = sql`3.841459::double precision`
/** The lower bound of Wilson's interval of the rate, as `videoEngagement` computes it, so that pages can be sorted by it. */
export const rateLowerBound = sql`
  case when ${hasRate} then
    (${rate} + ${zz} / 2 / v.views - sqrt(${zz} * (${rate} * (1 - ${rate}) + ${zz} / 4 / v.views) / v.views))
    / (1 + ${zz} / v.views) end`
