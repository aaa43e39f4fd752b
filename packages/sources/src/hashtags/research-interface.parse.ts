import { z } from 'zod'

import { parseJson } from '../text/parse-json.ts'
import { secondsToIso } from '../text/published-at.ts'
import { foldHashtag, hashtagsIn, type TaggedVideo } from './hashtag.ts'

/** Ids exceed the exact range of numbers, so they are quoted before the text is parsed. */
const exactIds = /"(id|search_id)"\s*:\s*(\d+)/g
const count = z.number().int().nonnegative().nullish()
const video = z.object({
  id: z.string().regex(/^\d+$/),
  create_time: z.number().int().positive(),
  username: z.string().min(1),
  region_code: z.string().nullish(),
  video_description: z.string().nullish(),
  video_duration: count,
  hashtag_names: z.array(z.string()).nullish(),
  view_count: count,
  like_count: count,
  comment_count: count,
  share_count: count,
})
const answer = z.object({
  data: z
    .object({
      videos: z.array(z.unknown()).nullish(),
      cursor: z.number().int().nonnegative().nullish(),
      search_id: z.string().nullish(),
      has_more: z.boolean().nullish(),
    })
    .nullish(),
  error: z.object({ code: z.string(), message: z.string().nullish() }),
})
const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export interface ResearchPage {
  videos: TaggedVideo[]
  /** Where the next page begins; null after the last. */
  next: { cursor: number; searchId: string } | null
}

export type ResearchAnswer = { page: ResearchPage } | { error: { code: string; message: string } }

/** Parses a response of `video/query`; null when it does not have the known shape, which includes a page without a readable video. */
export function parseResearchAnswer(body: string): ResearchAnswer | null {
  const parsed = answer.safeParse(parseJson(body.replaceAll(exactIds, '"$1":"$2"')))
  if (!parsed.success) return null
  const { data, error } = parsed.data
  if (error.code !== 'ok') return { error: { code: error.code, message: error.message ?? '' } }
  if (data === null || data === undefined) return null
  const entries = data.videos ?? []
  const videos = entries.flatMap((entry) => video.safeParse(entry).data ?? [])
  if (videos.length === 0 && entries.length > 0) return null
  const { cursor, search_id: searchId, has_more: hasMore } = data
  const next =
    hasMore === true && typeof cursor === 'number' && typeof searchId === 'string' ? { cursor, searchId } : null
  return { page: { videos: videos.flatMap((entry) => toTagged(entry) ?? []), next } }
}

/** Parses a response of `oauth/token`; null when it does not have the known shape. */
export function parseResearchToken(body: string): { value: string; seconds: number } | null {
  const parsed = token.safeParse(parseJson(body))
  return parsed.success ? { value: parsed.data.access_token, seconds: parsed.data.expires_in } : null
}

function toTagged(entry: z.infer<typeof video>): TaggedVideo | null {
  const publishedAt = secondsToIso(entry.create_time)
  if (publishedAt === null) return null
  const text = entry.video_description ?? ''
  const named = (entry.hashtag_names ?? []).map(foldHashtag).filter((tag) => tag !== '')
  const region = entry.region_code?.toUpperCase() ?? ''
  return {
    nativeId: entry.id,
    publishedAt,
    text,
    hashtags: [...new Set(named.length > 0 ? named : hashtagsIn(text))],
    creator: entry.username,
    creatorName: null,
    followers: null,
    country: /^[A-Z]{2}$/.test(region) ? region : null,
    url: `https://www.tiktok.com/@${encodeURIComponent(entry.username)}/video/${entry.id}`,
    durationSeconds: entry.video_duration ?? null,
    views: entry.view_count ?? null,
    likes: entry.like_count ?? null,
    comments: entry.comment_count ?? null,
    shares: entry.share_count ?? null,
  }
}
