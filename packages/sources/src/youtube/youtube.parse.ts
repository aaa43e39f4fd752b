import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import { readLine, readText, type TextForms } from '../text/plain-text.ts'

/** The format of the text fields. `videos.list` does not encode; `search.list`, of which only the ids are read, does. */
export const textForms = { title: 'text', description: 'text', channelTitle: 'text' } as const satisfies TextForms

const searchAnswer = z.object({ items: z.array(z.unknown()), nextPageToken: z.string().optional() })
const searchItem = z.object({ id: z.object({ videoId: z.string() }) })
// Counts are strings, and are missing where an owner hides them.
const count = z.string().regex(/^\d+$/).transform(Number).nullish().catch(null)
const videoWithId = z.object({ id: z.string() })
const video = z.object({
  id: z.string(),
  snippet: z.object({
    publishedAt: z.string(),
    title: z.string(),
    description: z.string().default(''),
    channelTitle: z.string().default(''),
    defaultLanguage: z.string().nullish(),
    defaultAudioLanguage: z.string().nullish(),
  }),
  statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }).nullish(),
})

/** Parses a response of `search.list`: the video ids, and where the next page begins; null when it does not have the known shape. */
export function parseVideoIds(body: string): { ids: string[]; next: string | null } | null {
  const page = searchAnswer.safeParse(parseJson(body))
  if (!page.success) return null
  const ids = page.data.items.flatMap((item) => searchItem.safeParse(item).data?.id.videoId ?? [])
  if (ids.length === 0 && page.data.items.length > 0) return null
  return { ids, next: page.data.nextPageToken ?? null }
}

/**
 * Parses a response of `videos.list`; null when it does not have the known shape. `ids` are of all existing videos, readable or not; those that no
 * longer exist are missing from it.
 */
export function parseVideos(body: string): { documents: SourceDocument[]; ids: string[] } | null {
  const page = searchAnswer.safeParse(parseJson(body))
  if (!page.success) return null
  const videos = page.data.items.flatMap((item) => video.safeParse(item).data ?? [])
  if (videos.length === 0 && page.data.items.length > 0) return null
  return {
    documents: videos.flatMap((entry) => toDocument(entry) ?? []),
    ids: page.data.items.flatMap((item) => videoWithId.safeParse(item).data?.id ?? []),
  }
}

function toDocument({ id, snippet, statistics }: z.infer<typeof video>): SourceDocument | null {
  const at = parsePublishedAt(snippet.publishedAt)
  const title = readLine(textForms, 'title', snippet.title)
  if (at === null || title === '') return null
  const text = readText(textForms, 'description', snippet.description)
  const language = snippet.defaultAudioLanguage ?? snippet.defaultLanguage
  return {
    sourceKey: 'youtube',
    nativeId: id,
    kind: 'video',
    outlet: 'youtube.com',
    url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    title,
    body: text === '' ? null : text,
    author: readLine(textForms, 'channelTitle', snippet.channelTitle) || null,
    publishedAt: toIsoSecond(at.epochMs),
    datePrecision: at.precision,
    country: null,
    countryBasis: null,
    // `zxx` means that nobody speaks in it, and `und` that the language is not known: neither is one of its title
    lang: /^(?!zxx|und)[a-z]{2,3}(?=-|$)/.exec(language?.toLowerCase() ?? '')?.[0] ?? null,
    engagement: {
      score: statistics?.likeCount ?? null,
      comments: statistics?.commentCount ?? null,
      views: statistics?.viewCount ?? null,
      reposts: null,
    },
  }
}
