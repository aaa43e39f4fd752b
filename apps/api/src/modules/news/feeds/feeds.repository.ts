import type { NewsFeed, NewsFetch } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'

/** The kinds of feeds a person can create; all, saved and portfolio feeds are not stored. */
export type OwnFeedKind = Exclude<NewsFeed['kind'], 'all' | 'saved'>

export interface StoredFeed {
  id: string
  kind: OwnFeedKind
  /** What the feed is about. */
  subject: string
  title: string
  feedUrl: string | null
  lastFetch: NewsFetch | null
}

const columns = sql`id, kind, value as subject, title, feed_url as "feedUrl", last_fetch as "lastFetch"`

/** All SQL of feeds. */
export function createFeedsRepository(db: Kysely<object>) {
  return {
    async list(userId: string): Promise<StoredFeed[]> {
      const { rows } = await sql<StoredFeed>`
        select ${columns} from news_feed where user_id = ${userId} order by created_at, id`.execute(db)
      return rows
    },

    async find(id: string, userId: string): Promise<StoredFeed | null> {
      const { rows } = await sql<StoredFeed>`
        select ${columns} from news_feed where id = ${id} and user_id = ${userId}`.execute(db)
      return rows[0] ?? null
    },

    /** Stores a feed unless the person already has it or has `max` feeds; returns which of the two applied. Runs in a transaction. */
    async insert(
      { id, kind, subject, title, feedUrl }: Omit<StoredFeed, 'lastFetch'>,
      { userId, at, max }: { userId: string; at: Date; max: number },
    ): Promise<'stored' | 'exists' | 'full'> {
      // serialized per person, so that two concurrent requests cannot both add the last feed
      await sql`select pg_advisory_xact_lock(hashtextextended(${`news_feed ${userId}`}, 0))`.execute(db)
      const { rows } = await sql<{ n: number; known: boolean }>`
        select count(*)::int as n, coalesce(bool_or(kind = ${kind} and value = ${subject} and feed_url is not distinct from ${feedUrl}), false) as known
        from news_feed where user_id = ${userId}`.execute(db)
      if (rows[0]?.known === true) return 'exists'
      if ((rows[0]?.n ?? 0) >= max) return 'full'
      const inserted = await sql<{ id: string }>`
        insert into news_feed (id, user_id, kind, value, title, feed_url, created_at)
        values (${id}, ${userId}, ${kind}, ${subject}, ${title}, ${feedUrl}, ${at}::timestamptz)
        on conflict do nothing returning id`.execute(db)
      return inserted.rows.length === 0 ? 'exists' : 'stored'
    },

    async delete(id: string, userId: string): Promise<boolean> {
      const { rows } = await sql`delete from news_feed where id = ${id} and user_id = ${userId} returning id`.execute(
        db,
      )
      return rows.length > 0
    },

    /** URLs not fetched since `before`, the longest overdue first. */
    async listDue(before: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ url: string }>`
        select feed_url as url from news_feed where feed_url is not null and (fetched_at is null or fetched_at < ${before}::timestamptz)
        group by feed_url order by min(fetched_at) nulls first, feed_url limit ${limit}`.execute(db)
      return rows.map(({ url }) => url)
    },

    async recordFetch(url: string, fetch: NewsFetch): Promise<void> {
      await sql`
        update news_feed set fetched_at = ${fetch.at}::timestamptz, last_fetch = ${JSON.stringify(fetch)}::jsonb
        where feed_url = ${url}`.execute(db)
    },
  }
}

export type FeedsRepository = ReturnType<typeof createFeedsRepository>
