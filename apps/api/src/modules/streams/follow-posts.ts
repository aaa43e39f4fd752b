import type { QueryNode } from '@auspex/analytics'
import type { BlueskyPosts, SourceDocument, StreamBatch } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { StreamPositionRepository } from './stream-position.repository.ts'
import { watchQueries } from './watched-queries.ts'

export interface FollowPostsOptions {
  documents: Pick<DocumentsModule, 'storeDocuments' | 'removeByOrigin' | 'removeAccounts'>
  posts: Pick<BlueskyPosts, 'read'>
  positions: StreamPositionRepository
  clock: Clock
}

/** Posts that are looked up once more at a time; the rest waits for the next batch. */
const mostLate = 1_000

/** What happens to the posts of Bluesky's stream. */
export function followPosts({ documents, posts, positions, clock }: FollowPostsOptions) {
  let watched = watchQueries([])
  /** Posts that the service did not know yet when they were looked up: they are given a second chance. */
  let late: string[] = []

  return {
    watch(queries: readonly QueryNode[]): void {
      watched = watchQueries(queries)
    },

    /** By its words alone: what a post's tone or language is shows when it is stored, and the report chooses. */
    wants: ({ body }: SourceDocument): boolean => watched.match(body ?? ''),

    /** Throws when posts could not be looked up or stored; the same batch may then be given again. */
    async store(batch: StreamBatch, signal: AbortSignal): Promise<void> {
      await documents.removeByOrigin({ sourceKey: 'bluesky', nativeIds: batch.deleted })
      await documents.removeAccounts(batch.accounts)
      const gone = new Set(batch.deleted)
      const again = late.filter((id) => !gone.has(id))
      const fresh = batch.posts.flatMap(({ nativeId }) => nativeId ?? [])
      const asked = [...new Set([...again, ...fresh])]
      if (asked.length > 0) {
        const shown = await posts.read(asked, signal)
        if ('status' in shown) throw new Error(shown.reason)
        if (shown.length > 0) await documents.storeDocuments(shown)
        const known = new Set(shown.map(({ nativeId }) => nativeId))
        late = fresh.filter((id) => !known.has(id)).slice(0, mostLate)
      }
      await positions.save({ source: 'bluesky', position: batch.position, at: clock.now() })
    },
  }
}
