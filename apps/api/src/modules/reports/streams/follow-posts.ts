import { matchesQuery, type QueryNode, requiredPhrases, tokens } from '@auspex/analytics'
import type { SourceKey } from '@auspex/sdk/types'
import type { BlueskyPosts, SourceDocument, StreamBatch } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'

export interface FollowPostsOptions {
  documents: DocumentsModule
  posts: BlueskyPosts
  positions: StreamPositionRepository
  clock: Clock
}

/** Maximum number of posts looked up a second time per batch; the rest waits for the next batch. */
const maxLatePosts = 1_000

/** Processes the posts of Bluesky's stream. */
export function followPosts({ documents, posts, positions, clock }: FollowPostsOptions) {
  let watched = watchQueries([])
  /** Posts that the service did not know yet when they were looked up; they are looked up once more. */
  let latePosts: string[] = []

  return {
    watch(queries: readonly QueryNode[]): void {
      watched = watchQueries(queries)
    },

    /** Matches words only: a post's tone and language are determined when it is stored, and reports filter by them. */
    wants: ({ body }: SourceDocument): boolean => watched.match(body ?? ''),

    /** Throws when posts could not be looked up or stored; the same batch may then be passed again. */
    async store(batch: StreamBatch, signal: AbortSignal): Promise<void> {
      await documents.removeStreamed({ sourceKey: 'bluesky', nativeIds: batch.deleted })
      await documents.removeAccounts(batch.accounts)
      const deletedIds = new Set(batch.deleted)
      const again = latePosts.filter((id) => !deletedIds.has(id))
      const fresh = batch.posts.flatMap(({ nativeId }) => nativeId ?? [])
      const requestedIds = [...new Set([...again, ...fresh])]
      if (requestedIds.length > 0) {
        const publishedPosts = await posts.read(requestedIds, signal)
        if ('status' in publishedPosts) throw new Error(publishedPosts.reason)
        if (publishedPosts.length > 0) await documents.storeDocuments(publishedPosts)
        const knownIds = new Set(publishedPosts.map(({ nativeId }) => nativeId))
        latePosts = fresh.filter((id) => !knownIds.has(id)).slice(0, maxLatePosts)
      }
      await positions.save({ source: 'bluesky', position: batch.position, at: clock.now() })
    },
  }
}

/** Matches a text against any number of queries. */
interface WatchedQueries {
  /** Matches words only: a condition on a field lets a text through, because only its words are known yet. */
  match: (text: string) => boolean
}

/**
 * Indexes queries by the first words they require, so that a text is compared only with queries that share a word with it: every query requires some
 * word of each of its documents. Prefixes are always compared.
 */
export function watchQueries(queries: readonly QueryNode[]): WatchedQueries {
  const byWord = new Map<string, Set<QueryNode>>()
  const always = new Set<QueryNode>()
  for (const query of queries) {
    for (const { words } of requiredPhrases(query)) {
      const [first] = words
      if (first === undefined || first.prefix) always.add(query)
      else byWord.set(first.text, (byWord.get(first.text) ?? new Set<QueryNode>()).add(query))
    }
  }
  return {
    match(text) {
      if (queries.length === 0) return false
      const words = tokens(text)
      const tried = new Set(always)
      for (const word of words) for (const query of byWord.get(word) ?? []) tried.add(query)
      for (const query of tried) if (matchesQuery(query, [], words)) return true
      return false
    },
  }
}

export type StreamPositionRepository = ReturnType<typeof createStreamPositionRepository>

/** The position at which reading each stream continues. */
export function createStreamPositionRepository({ kysely }: Database) {
  return {
    /** Microseconds since 1970; null when the stream was never read. */
    async read(source: SourceKey): Promise<number | null> {
      const { rows } = await sql<{ position: string }>`
        select position from stream_position where source = ${source}`.execute(kysely)
      const position = rows[0]?.position
      return position === undefined ? null : Number(position)
    },
    async save({ source, position, at }: { source: SourceKey; position: number; at: Date }): Promise<void> {
      await sql`
        insert into stream_position (source, position, stored_at) values (${source}, ${position}::bigint, ${at}::timestamptz)
        on conflict (source) do update set position = excluded.position, stored_at = excluded.stored_at`.execute(kysely)
    },
  }
}
