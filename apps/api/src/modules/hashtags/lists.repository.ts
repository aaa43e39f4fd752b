import type { HashtagCreatorOrder, HashtagVideoOrder } from '@auspex/sdk/types'
import type { TaggedVideo } from '@auspex/sources'
import { type Kysely, sql } from 'kysely'
import { pageOffset, type PageRequest } from '../../kernel/page.ts'
import { cappedReactions, hasRate, rateLowerBound, reactions, usesOf } from './figures.repository.ts'
import type { StoredVideo, Window } from './hashtags.types.ts'

export type ListsRepository = ReturnType<typeof createListsRepository>

/** Sums of a creator's videos; see `ReactionSums`. */
export interface CreatorSums {
  handle: string
  name: string | null
  country: string | null
  followers: number | null
  videos: number
  views: number | null
  rated: number
  ratedViews: number
  reactions: number
  viewsSquared: number
  reactionsSquared: number
  product: number
}

/** Maximum number of videos summarized together, the newest. */
const maxNumbers = 50_000

/** SQL of the videos and the creators of a window. */
export function createListsRepository(kysely: Kysely<object>) {
  return {
    /** Views and engagement rates of all videos for which they are known. */
    async numbers(window: Window): Promise<{ views: number[]; rates: number[] }> {
      const { rows } = await sql<{ views: string | null; rates: string | null }>`
        select string_agg(n.views::text, ',') as views, string_agg(n.rate::text, ',') as rates
        from (
          select v.views, case when ${hasRate} then round((${cappedReactions} / v.views)::numeric, 6) end as rate
          from ${usesOf(window)} order by u.day desc limit ${maxNumbers}
        ) n`.execute(kysely)
      return { views: toNumbers(rows[0]?.views), rates: toNumbers(rows[0]?.rates) }
    },

    async videos(window: Window, order: HashtagVideoOrder, medianViews: number | null, page: PageRequest) {
      const { rows } = await sql<StoredVideo>`
        select v.native_id as "nativeId", v.published_at as "publishedAt", v.text, v.tags as hashtags, v.creator,
          v.creator_name as "creatorName", v.followers::double precision as followers, v.country, v.url,
          v.duration_seconds as "durationSeconds", v.views::double precision as views, v.likes::double precision as likes,
          v.comments::double precision as comments, v.shares::double precision as shares
        from ${usesOf(window)}
        order by ${videoOrder(order, medianViews)}, v.published_at desc, v.video_no
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      return rows
    },

    async creators(window: Window, order: HashtagCreatorOrder, page: PageRequest): Promise<CreatorSums[]> {
      const { rows } = await sql<CreatorSums>`
        with held as (
          select v.creator, v.creator_name, v.country, v.followers, v.published_at, v.views,
            case when ${hasRate} then v.views::double precision end as w,
            case when ${hasRate} then ${cappedReactions} end as r
          from ${usesOf(window)}
        ), creator as (
          select creator as handle, (array_agg(creator_name order by published_at desc) filter (where creator_name is not null))[1] as name,
            (array_agg(country order by published_at desc) filter (where country is not null))[1] as country,
            (array_agg(followers order by published_at desc) filter (where followers is not null))[1]::double precision as followers,
            count(*)::integer as videos, sum(views)::double precision as views, count(w)::integer as rated,
            coalesce(sum(w), 0) as "ratedViews", coalesce(sum(r), 0) as reactions, coalesce(sum(w * w), 0) as "viewsSquared",
            coalesce(sum(r * r), 0) as "reactionsSquared", coalesce(sum(r * w), 0) as product
          from held group by creator
        )
        select * from creator order by ${creatorOrder(order)}, videos desc, handle
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      return rows
    },

    /** Each creator's share of the hashtag: views of creators whose views are known, and videos of all. */
    async shares(window: Window): Promise<{ views: number[]; videos: number[] }> {
      const { rows } = await sql<{ views: string | null; videos: string | null }>`
        select string_agg(c.views::text, ',') as views, string_agg(c.videos::text, ',') as videos
        from (select sum(v.views) as views, count(*) as videos from ${usesOf(window)} group by v.creator) c`.execute(
        kysely,
      )
      return { views: toNumbers(rows[0]?.views), videos: toNumbers(rows[0]?.videos) }
    },

    /** Hashtags with a prefix in the given sets, the most used first. A reading counts only for the hashtag it was requested for. */
    async hashtags({ setNos, beginning, country, from, to }: ListedTags, page: PageRequest) {
      const pattern = `${beginning.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const uses = sql`
        hashtag_use u join hashtag_set s on s.set_no = u.set_no join hashtag_video v on v.video_no = u.video_no
        where u.set_no = any(${[...setNos]}::integer[]) and (s.tag = '' or s.tag = u.tag) and u.tag like ${pattern}
          and u.day between ${from}::date and ${to}::date and (${country}::text is null or v.country = ${country})
        group by u.tag, s.origin`
      const { rows } = await sql<ListedTag>`
        select u.tag, s.origin, count(*)::integer as videos, count(distinct v.creator)::integer as creators,
          sum(v.views)::double precision as views, to_char(max(u.day), 'YYYY-MM-DD') as "lastDay"
        from ${uses} order by videos desc, u.tag, s.origin limit ${page.perPage} offset ${pageOffset(page)}`.execute(
        kysely,
      )
      const countResult = await sql<{ total: number }>`
        select count(*)::integer as total from (select 1 from ${uses}) found`.execute(kysely)
      return { items: rows, total: countResult.rows[0]?.total ?? 0 }
    },

    /** The stored source readings of a period. */
    async readings(period: number, geo: string): Promise<{ setNo: number; origin: ListedTag['origin'] }[]> {
      const { rows } = await sql<{ setNo: number; origin: ListedTag['origin'] }>`
        select set_no as "setNo", origin from hashtag_set where owner = '' and period = ${period} and geo in ('', ${geo})
          and tag <> '' order by as_of desc limit 1000`.execute(kysely)
      return rows
    },
  }
}

export interface ListedTags {
  setNos: readonly number[]
  beginning: string
  country: string | null
  from: string
  to: string
}

export interface ListedTag {
  tag: string
  origin: 'research_api' | 'import' | 'mastodon' | 'bluesky' | 'demo'
  videos: number
  creators: number
  views: number | null
  lastDay: string
}

function toNumbers(joined: string | null | undefined): number[] {
  return joined === null || joined === undefined || joined === '' ? [] : joined.split(',').map(Number)
}

/** Without views, as for posts, videos are sorted by reactions. */
function videoOrder(order: HashtagVideoOrder, medianViews: number | null) {
  if (order === 'newest') return sql`v.published_at desc`
  if (order === 'engagement') return sql`${rateLowerBound} desc nulls last, ${reactions} desc nulls last`
  if (order === 'typical' && medianViews !== null)
    return sql`abs(ln(((v.views + 1) / (${medianViews}::double precision + 1))::double precision)) nulls last`
  return sql`v.views desc nulls last, ${reactions} desc nulls last`
}

/** The lower bound of `pooledEngagement`'s interval; `n` is one less than the number of rated videos. */
const n = sql`(rated - 1)`
const student = sql`
  case rated when 2 then 12.7062 when 3 then 4.3027 when 4 then 3.1824 when 5 then 2.7764
    else 1.959964 + 2.3723 / ${n} + 2.8225 / ${n} ^ 2 + 2.5559 / ${n} ^ 3 end`
const surestCreator = sql`
  case when rated >= 2 then reactions / "ratedViews" - ${student} * sqrt(rated::double precision / ${n} * greatest(0,
    "reactionsSquared" - 2 * reactions / "ratedViews" * product + (reactions / "ratedViews") ^ 2 * "viewsSquared")) / "ratedViews" end`

function creatorOrder(order: HashtagCreatorOrder) {
  if (order === 'videos') return sql`videos desc, views desc nulls last`
  if (order === 'engagement') return sql`${surestCreator} desc nulls last, views desc nulls last`
  return sql`views desc nulls last`
}

export type VideosRepository = ReturnType<typeof createVideosRepository>

/** SQL that stores videos; also works within a transaction. */
export function createVideosRepository(kysely: Kysely<object>) {
  return {
    /** Stores videos of a set, each id once; existing ones get the new numbers. */
    async store(setNo: number, videos: readonly TaggedVideo[], importId: string | null = null) {
      if (videos.length === 0) return { stored: 0, renewed: 0 }
      const { rows } = await sql<{ videoNo: string; isNew: boolean }>`
        insert into hashtag_video (set_no, native_id, import_id, published_at, day, text, tags, creator, creator_name, followers,
          country, url, duration_seconds, views, likes, comments, shares)
        select ${setNo}, "nativeId", ${importId}, "publishedAt", ("publishedAt" at time zone 'UTC')::date, text, hashtags, creator,
          "creatorName", followers, country, url, "durationSeconds", views, likes, comments, shares
        from jsonb_to_recordset(${JSON.stringify(videos)}::jsonb) as video ("nativeId" text, "publishedAt" timestamptz, text text,
          hashtags text[], creator text, "creatorName" text, followers bigint, country text, url text, "durationSeconds" integer,
          views bigint, likes bigint, comments bigint, shares bigint)
        on conflict (set_no, native_id) do update set
          import_id = excluded.import_id, published_at = excluded.published_at, day = excluded.day, text = excluded.text,
          tags = excluded.tags, creator = excluded.creator, creator_name = excluded.creator_name, followers = excluded.followers,
          country = excluded.country, url = excluded.url, duration_seconds = excluded.duration_seconds, views = excluded.views,
          likes = excluded.likes, comments = excluded.comments, shares = excluded.shares
        returning video_no as "videoNo", xmax = 0 as "isNew"`.execute(kysely)
      const numbers = rows.map(({ videoNo }) => videoNo)
      const renewed = rows.filter(({ isNew }) => !isNew).map(({ videoNo }) => videoNo)
      await sql`delete from hashtag_use where video_no = any(${renewed}::bigint[])`.execute(kysely)
      await sql`
        insert into hashtag_use (set_no, tag, day, video_no)
        select set_no, unnest(tags), day, video_no from hashtag_video where video_no = any(${numbers}::bigint[])`.execute(
        kysely,
      )
      return { stored: rows.length - renewed.length, renewed: renewed.length }
    },

    async clear(setNo: number): Promise<void> {
      await sql`delete from hashtag_video where set_no = ${setNo}`.execute(kysely)
    },
  }
}
