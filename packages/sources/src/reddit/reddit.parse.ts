import { z } from 'zod'
import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { secondsToIso } from '../text/published-at.ts'
import { readLine, readText, type TextForms } from '../text/plain-text.ts'

/** The format of the text fields with `raw_json=1`; without it the same fields are encoded. */
export const textForms = { title: 'text', selftext: 'text' } as const satisfies TextForms

const listing = z.object({
  kind: z.literal('Listing'),
  data: z.object({ children: z.array(z.unknown()), after: z.string().nullish() }),
})
const post = z.object({
  kind: z.literal('t3'),
  data: z.object({
    name: z.string(),
    title: z.string(),
    selftext: z.string().default(''),
    author: z.string().nullish(),
    subreddit: z.string(),
    created_utc: z.number(),
    permalink: z.string(),
    score: z.number().nullish(),
    num_comments: z.number().nullish(),
    removed_by_category: z.string().nullish(),
  }),
})
const postWithName = z.object({ data: z.object({ name: z.string() }) })
const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export interface RedditPage {
  documents: SourceDocument[]
  /** Ids of posts that were deleted by their authors or removed by others. */
  gone: string[]
  /** Ids of all posts of the page, readable or not. */
  ids: string[]
  next: string | null
}

/** Placeholders for a removed text or name. */
const removalMarks = new Set(['[deleted]', '[removed]', '[deleted by user]'])

/** Parses a listing of posts; null when it does not have the known shape. */
export function parseReddit(body: string): RedditPage | null {
  const page = listing.safeParse(parseJson(body))
  if (!page.success) return null
  const { children, after } = page.data.data
  const posts = children.flatMap((child) => post.safeParse(child).data?.data ?? [])
  if (posts.length === 0 && children.length > 0) return null
  return {
    documents: posts.filter((entry) => !isGone(entry)).flatMap((entry) => toDocument(entry) ?? []),
    gone: posts.filter(isGone).map(({ name }) => name),
    ids: children.flatMap((child) => postWithName.safeParse(child).data?.data.name ?? []),
    next: after ?? null,
  }
}

/** Parses a response of `access_token`; null when it does not have the known shape. */
export function parseToken(body: string): { value: string; seconds: number } | null {
  const parsed = token.safeParse(parseJson(body))
  return parsed.success ? { value: parsed.data.access_token, seconds: parsed.data.expires_in } : null
}

type Post = z.infer<typeof post>['data']

/** A deleted account leaves its posts behind without a name: those still exist. */
function isGone({ selftext, title, removed_by_category: removedBy }: Post): boolean {
  return (removedBy ?? '') !== '' || removalMarks.has(selftext.trim()) || removalMarks.has(title.trim())
}

function toDocument(entry: Post): SourceDocument | null {
  const title = readLine(textForms, 'title', entry.title)
  const publishedAt = secondsToIso(entry.created_utc)
  if (title === '' || publishedAt === null || !entry.permalink.startsWith('/')) return null
  const text = readText(textForms, 'selftext', entry.selftext)
  return {
    sourceKey: 'reddit',
    nativeId: entry.name,
    kind: 'post',
    outlet: `reddit/r/${entry.subreddit}`,
    url: new URL(entry.permalink, 'https://www.reddit.com').href,
    title,
    body: text === '' ? null : text,
    author: entry.author && !removalMarks.has(entry.author) ? entry.author : null,
    publishedAt,
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: null,
    engagement: { score: entry.score ?? null, comments: entry.num_comments ?? null, views: null, reposts: null },
  }
}
