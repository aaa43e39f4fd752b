import type { NumbersOrigin } from '@auspex/sdk/types'
import type { HashtagSource, TaggedVideo } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { Outages } from '../library/index.ts'
import type { FiguresRepository } from './figures.repository.ts'
import type { ImportsRepository } from './imports.repository.ts'
import type { ListsRepository } from './lists.repository.ts'
import type { SetsRepository } from './sets.repository.ts'

/** Origins that are stored here; the contract has one more, which was released and is not built. */
export type StoredOrigin = Exclude<NumbersOrigin, 'youtube_shorts'>

/** Videos that are counted together: all imports of an organization, one reading of a source, or the demo. */
export interface VideoSet {
  setNo: number
  origin: StoredOrigin
  asOf: Date
  isComplete: boolean
  /** The first day whose videos were read completely; null when there is none, and for libraries. */
  countedFrom: string | null
  notice: string | null
}

/** Identifies a set; a library of all hashtags has no tag, no country and the period 0. */
export interface SetKey {
  owner: string
  origin: StoredOrigin
  tag: string
  geo: string
  period: number
}

/** The part of a set that is counted. */
export interface Window {
  setNo: number
  tag: string
  /** Only videos of this country; null for all of the set. */
  country: string | null
  /** First and last UTC day. */
  from: string
  to: string
}

export type StoredVideo = Omit<TaggedVideo, 'publishedAt' | 'hashtags'> & { publishedAt: Date; hashtags: string[] }

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
