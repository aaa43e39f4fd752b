import { sql } from 'kysely'
import type { Window } from './hashtags.types.ts'

/** Videos of a window: `u` is the use of its hashtag, `v` the video. */
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

/** The same as `videoEngagement`, so that pages can be sorted by it: rate and lower bound of Wilson's interval. */
export const cappedReactions = sql`least(${reactions}, v.views)::double precision`
const rate = sql`(${cappedReactions} / v.views)`
export const surestRate = sql`
  case when ${hasRate} then
    (${rate} + 1.9207295 / v.views - sqrt(3.841459 * (${rate} * (1 - ${rate}) + 0.96036475 / v.views) / v.views))
    / (1 + 3.841459 / v.views) end`
