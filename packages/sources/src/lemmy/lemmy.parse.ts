import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import { readLine, readText, type TextForms, toWebAddress } from '../text/plain-text.ts'

/** The format of the text fields. */
export const textForms = { name: 'text', body: 'text', content: 'text' } as const satisfies TextForms

const count = z.number().nullish()
// Version 3 has dates as `published` and counts beside the post; version 4 has `published_at`, and counts within.
const counts = z.object({ score: count, comments: count, child_count: count })
const thing = counts.extend({
  ap_id: z.string(),
  published: z.string().nullish(),
  published_at: z.string().nullish(),
  deleted: z.boolean().default(false),
  removed: z.boolean().default(false),
})
const around = z.object({
  creator: z.object({ name: z.string(), ap_id: z.string().nullish(), actor_id: z.string().nullish() }),
  community: z.object({ name: z.string(), ap_id: z.string().nullish(), actor_id: z.string().nullish() }),
  counts: counts.nullish(),
})
const post = around.extend({ post: thing.extend({ name: z.string(), body: z.string().nullish() }) })
const comment = around.extend({
  comment: thing.extend({ content: z.string() }),
  post: z.object({ name: z.string() }).nullish(),
})
const answer = z.object({
  posts: z.array(z.unknown()),
  comments: z.array(z.unknown()),
  next_page: z.string().nullish(),
})

export interface LemmyPage {
  documents: SourceDocument[]
  /** Ids of posts and comments that were deleted by their authors or removed by moderators. */
  gone: string[]
  /** The length of the longest list on this page: a page is full when one of them is. */
  entryCount: number
  /** Cursor of the next page in version 4; null in version 3 and after the last page. */
  next: string | null
}

/** Parses a response of `search`, of either version; null when it does not have the known shape. */
export function parseLemmy(body: string): LemmyPage | null {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const { posts, comments, next_page: next } = page.data
  const views = [
    ...posts.flatMap((value) => {
      const parsed = post.safeParse(value)
      return parsed.success ? [{ view: parsed.data, it: parsed.data.post, isComment: false as const }] : []
    }),
    ...comments.flatMap((value) => {
      const parsed = comment.safeParse(value)
      return parsed.success ? [{ view: parsed.data, it: parsed.data.comment, isComment: true as const }] : []
    }),
  ]
  if (views.length === 0 && posts.length + comments.length > 0) return null
  const isGone = ({ it }: (typeof views)[number]) => it.deleted || it.removed
  return {
    documents: views.filter((entry) => !isGone(entry)).flatMap((entry) => toDocument(entry) ?? []),
    gone: views.filter(isGone).map(({ it }) => it.ap_id),
    entryCount: Math.max(posts.length, comments.length),
    next: next ?? null,
  }
}

type FoundPost = { view: z.infer<typeof post>; it: z.infer<typeof post>['post']; isComment: false }
type FoundComment = { view: z.infer<typeof comment>; it: z.infer<typeof comment>['comment']; isComment: true }

function toDocument({ view, it, isComment }: FoundPost | FoundComment): SourceDocument | null {
  const at = parsePublishedAt(it.published ?? it.published_at ?? '')
  const title = isComment ? '' : readLine(textForms, 'name', it.name)
  const text = isComment ? readText(textForms, 'content', it.content) : readText(textForms, 'body', it.body ?? '')
  if (at === null || (title === '' && text === '') || !URL.canParse(it.ap_id)) return null
  const { score = null, comments, child_count: replies } = view.counts ?? it
  return {
    sourceKey: 'lemmy',
    // The address on its home instance is the same on every instance that has a copy.
    nativeId: it.ap_id,
    kind: isComment ? 'comment' : 'post',
    outlet: `lemmy/c/${view.community.name}${homeOf(view.community)}`,
    url: toWebAddress(it.ap_id),
    title,
    body: text === '' ? null : text,
    author: `${view.creator.name}${homeOf(view.creator)}`,
    publishedAt: toIsoSecond(at.epochMs),
    datePrecision: at.precision,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: { score, comments: comments ?? replies ?? null, views: null, reposts: null },
  }
}

/** `@instance`, from an account's own address; empty when it has none. */
function homeOf({ ap_id: apId, actor_id: actorId }: { ap_id?: string | null; actor_id?: string | null }): string {
  const address = apId ?? actorId ?? ''
  return URL.canParse(address) ? `@${new URL(address).hostname}` : ''
}
