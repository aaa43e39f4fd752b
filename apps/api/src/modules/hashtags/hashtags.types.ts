import type { NumbersOrigin } from '@auspex/sdk/types'
import type { TaggedVideo } from '@auspex/sources'

/** Origins that are stored here; the contract knows one more, which was released and is not built. */
export type StoredOrigin = Exclude<NumbersOrigin, 'youtube_shorts'>

/** What is counted together: all imports of an organization, one reading of a source, or the demo. */
export interface VideoSet {
  setNo: number
  origin: StoredOrigin
  asOf: Date
  isComplete: boolean
  /** The first day of which every video was read; null when none was, and for libraries. */
  countedFrom: string | null
  notice: string | null
}

/** Which set; a library of all hashtags has no tag, no country and the period 0. */
export interface SetKey {
  owner: string
  origin: StoredOrigin
  tag: string
  geo: string
  period: number
}

/** What is counted of a set. */
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
