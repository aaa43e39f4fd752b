import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { secondsToIso } from '../text/published-at.ts'
import { readLine, readText, type TextForms } from '../text/plain-text.ts'

/** The format of the text fields. */
export const textForms = { title: 'text', story_text: 'html', comment_text: 'html' } as const satisfies TextForms

const text = z.string().nullish()
const hit = z
  .object({
    objectID: z.string(),
    created_at_i: z.number(),
    title: text,
    author: text,
    story_text: text,
    comment_text: text,
    points: z.number().nullish(),
    num_comments: z.number().nullish(),
    _tags: z.array(z.string()).default([]),
  })
  .transform(({ _tags: tags, ...rest }) => ({ ...rest, tags }))
const answer = z.object({ hits: z.array(z.unknown()), nbHits: z.number() })

export interface HackerNewsPage {
  documents: SourceDocument[]
  /** Ids of hits that have since been deleted, flagged or killed. */
  gone: string[]
  /** Hits on this page, readable or not. */
  hits: number
  /** Hits that match, before the cap of 1,000. */
  total: number
  /** Seconds since 1970 of the oldest hit; null when there is none. */
  oldest: number | null
}

/**
 * Parses a response of `search_by_date`; null when it does not have the known shape. Hits without text are left out.
 */
export function parseHackerNews(body: string): HackerNewsPage | null {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const hits = page.data.hits.map((value) => hit.safeParse(value))
  const readable = hits.flatMap((read) => (read.success ? [read.data] : []))
  if (readable.length === 0 && hits.length > 0) return null
  const times = readable.map((entry) => entry.created_at_i)
  return {
    gone: readable.filter(isGone).map((entry) => entry.objectID),
    documents: readable
      .filter((entry) => !isGone(entry))
      .flatMap((entry) => toDocument(entry) ?? [])
      .filter(({ title, body: words }) => title !== '' || words !== null),
    hits: hits.length,
    total: page.data.nbHits,
    oldest: times.length === 0 ? null : Math.min(...times),
  }
}

/** The placeholder for a removed text. */
const mark = /^\[(deleted|dead|flagged)\]$/

function isGone({ title, comment_text: comment }: z.infer<typeof hit>): boolean {
  return mark.test(title?.trim() ?? '') || mark.test(comment?.trim() ?? '')
}

function toDocument(entry: z.infer<typeof hit>): SourceDocument | null {
  const publishedAt = secondsToIso(entry.created_at_i)
  if (publishedAt === null) return null
  const isComment = entry.tags.includes('comment')
  const words =
    readText(textForms, 'comment_text', entry.comment_text ?? '') ||
    readText(textForms, 'story_text', entry.story_text ?? '')
  const { points, num_comments: comments } = entry
  const counted = typeof points === 'number' || typeof comments === 'number'
  return {
    sourceKey: 'hacker_news',
    nativeId: entry.objectID,
    kind: isComment ? 'comment' : 'post',
    outlet: 'news.ycombinator.com',
    // The discussion is what was published here; the page that a story links to is another document.
    url: `https://news.ycombinator.com/item?id=${encodeURIComponent(entry.objectID)}`,
    title: readLine(textForms, 'title', entry.title ?? ''),
    body: words === '' ? null : words,
    author: entry.author ?? null,
    publishedAt,
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: null,
    engagement: counted ? { score: points ?? null, comments: comments ?? null, views: null, reposts: null } : null,
  }
}
