import type { TaggedVideo } from '@auspex/sources'
import { type Kysely, sql } from 'kysely'

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
