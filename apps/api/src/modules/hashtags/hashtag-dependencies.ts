import type { HashtagSource } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import type { FiguresRepository } from './figures.repository.ts'
import type { VideoSet } from './hashtags.types.ts'
import type { ImportsRepository } from './imports.repository.ts'
import type { ListsRepository } from './lists.repository.ts'
import type { SetsRepository } from './sets.repository.ts'

export type SourceReading =
  | { ok: true; set: VideoSet }
  | {
      ok: false
      status: 'rate_limited' | 'blocked' | 'bad_query' | 'auth' | 'upstream_down' | 'schema_changed'
      reason: string | null
      retryAfterMs: number | null
    }

/** Reads a source once for all callers that ask it the same at the same time. */
export type ShareReading = ReturnType<typeof createSharedWork<SourceReading>>

/** What the use cases of hashtags work with. */
export interface HashtagDependencies {
  database: Database
  sets: SetsRepository
  figures: FiguresRepository
  lists: ListsRepository
  imports: ImportsRepository
  /** The sources, in the order in which they are queried. */
  sources: readonly HashtagSource[]
  shareReading: ShareReading
  outages: Outages
  /** The demo set; null when real videos are used. */
  demoSet: () => Promise<VideoSet | null>
  clock: Clock
  createId: CreateId
}
