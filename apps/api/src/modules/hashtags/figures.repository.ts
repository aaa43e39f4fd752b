import { type Kysely, sql } from 'kysely'
import type { Window } from './hashtags.types.ts'

export type FiguresRepository = ReturnType<typeof createFiguresRepository>

/** Maximum number of co-occurring hashtags that are compared; rarer ones are chance. */
const maxCandidates = 200

/** SQL that counts the videos of a window. */
export function createFiguresRepository(kysely: Kysely<object>) {
  return {
    /** The last day with the hashtag in the set; null when the set does not contain it. */
    async lastDay(setNo: number, tag: string): Promise<string | null> {
      const { rows } = await sql<{ day: string | null }>`
        select to_char(max(day), 'YYYY-MM-DD') as day from hashtag_use where set_no = ${setNo} and tag = ${tag}`.execute(
        kysely,
      )
      return rows[0]?.day ?? null
    },

    /** Whether the set contains any video. */
    async holdsVideos(setNo: number): Promise<boolean> {
      const { rows } = await sql`select 1 from hashtag_video where set_no = ${setNo} limit 1`.execute(kysely)
      return rows.length > 0
    },

    async totals(window: Window) {
      const { rows } = await sql<{ videos: number; creators: number; views: number | null }>`
        select count(*)::integer as videos, count(distinct v.creator)::integer as creators, sum(v.views)::double precision as views
        from ${usesOf(window)}`.execute(kysely)
      return rows[0] ?? { videos: 0, creators: 0, views: null }
    },

    async days(window: Window) {
      const { rows } = await sql<{ day: string; videos: number; views: number | null }>`
        select to_char(u.day, 'YYYY-MM-DD') as day, count(*)::integer as videos, sum(v.views)::double precision as views
        from ${usesOf(window)} group by u.day order by u.day`.execute(kysely)
      return rows
    },

    /** All videos of the set by day, with any hashtag: worldwide, and in the country of the window. */
    async dayTotals({ setNo, country, from, to }: Window) {
      const { rows } = await sql<{ day: string; everywhere: number; total: number }>`
        select to_char(v.day, 'YYYY-MM-DD') as day, count(*)::integer as everywhere,
          (count(*) filter (where ${country}::text is null or v.country = ${country}))::integer as total
        from hashtag_video v where v.set_no = ${setNo} and v.day between ${from}::date and ${to}::date
        group by v.day order by v.day`.execute(kysely)
      return rows
    },

    async countries(window: Window) {
      const { rows } = await sql<{ country: string | null; videos: number }>`
        select v.country, count(*)::integer as videos from ${usesOf(window)}
        group by v.country order by videos desc, v.country limit 260`.execute(kysely)
      return rows
    },

    /** Hashtags that co-occur with that of the window, and the number of videos in the set that have them at all. */
    async companions(window: Window) {
      const { rows: hits } = await sql<{ term: string; hits: number }>`
        select other.tag as term, count(*)::integer as hits
        from (select u.video_no from ${usesOf(window)}) held
        join hashtag_use other on other.video_no = held.video_no and other.tag <> ${window.tag}
        group by other.tag order by hits desc, other.tag limit ${maxCandidates}`.execute(kysely)
      const { setNo, country, from, to } = window
      const { rows } = await sql<{ term: string; background: number }>`
        select u.tag as term, count(*)::integer as background
        from hashtag_use u join hashtag_video v on v.video_no = u.video_no
        where u.set_no = ${setNo} and u.tag = any(${hits.map(({ term }) => term)}::text[])
          and u.day between ${from}::date and ${to}::date and (${country}::text is null or v.country = ${country})
        group by u.tag`.execute(kysely)
      const backgrounds = new Map(rows.map(({ term, background }) => [term, background]))
      return hits.map(({ term, hits: hitCount }) => ({
        term,
        hits: hitCount,
        background: backgrounds.get(term) ?? hitCount,
      }))
    },
  }
}

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
