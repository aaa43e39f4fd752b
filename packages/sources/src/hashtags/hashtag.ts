import type { Answer } from '../medicine/medicine.types.ts'

/** A public video, or a post that substitutes for one, with hashtags. Null is unknown, never zero. */
export interface TaggedVideo {
  /** Its id at the source, unique there. */
  nativeId: string
  /** ISO 8601 in UTC to the second. */
  publishedAt: string
  text: string
  /** In lower case, without #, each once. */
  hashtags: readonly string[]
  /** Handle without @. */
  creator: string
  creatorName: string | null
  followers: number | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  url: string | null
  durationSeconds: number | null
  views: number | null
  likes: number | null
  comments: number | null
  shares: number | null
}

export interface HashtagQuestion {
  /** In lower case, without #. */
  tag: string
  /** ISO 3166-1 alpha-2; null for everywhere. */
  geo: string | null
  /** First and last UTC day, inclusive. */
  days: { from: string; to: string }
  signal: AbortSignal
}

export interface HashtagReading {
  videos: readonly TaggedVideo[]
  /** False when a limit cut off part of the results. */
  isComplete: boolean
  /** The first day for which every video was read; earlier ones are known in part. Null when there is none. */
  firstCountedDay: string | null
  /** What the figures leave out, as sentences. */
  notices: readonly string[]
}

/** A source for the videos of a hashtag. */
export interface HashtagSource {
  origin: 'research_api' | 'mastodon' | 'bluesky'
  name: string
  attribution: string
  /** Whether it is a substitute for social video. */
  isSubstitute: boolean
  unit: 'video' | 'post'
  read(question: HashtagQuestion): Promise<Answer<{ reading: HashtagReading }>>
}

/** The characters of a hashtag: letters, digits, marks and underscores of any script. */
const tagInText = /[#＃]([\p{L}\p{N}\p{M}_]{1,100})/gu

/** A hashtag in its form for comparison: normalised, lower case, without #. */
export function foldHashtag(tag: string): string {
  return tag
    .normalize('NFKC')
    .replace(/^[#＃]+/u, '')
    .toLowerCase()
    .trim()
}

/** The hashtags of a text, each once, in order. Numbers alone are not hashtags. */
export function hashtagsIn(text: string): string[] {
  const tags = [...text.matchAll(tagInText)].map(([, tag = '']) => foldHashtag(tag))
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))]
}
