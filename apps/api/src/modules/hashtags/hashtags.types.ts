import type { NumbersOrigin } from '@auspex/sdk/types'
import type { TaggedVideo } from '@auspex/sources'

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
