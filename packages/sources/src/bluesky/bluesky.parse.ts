import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { publicationFault } from '@auspex/contract/import-lines'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import { readText, type TextForms } from '../text/plain-text.ts'

/** The format of the text fields. */
export const textForms = { text: 'text' } as const satisfies TextForms

const count = z.number().nullish()
const label = z.object({ val: z.string() })
const record = z.object({ text: z.string(), createdAt: z.string(), langs: z.array(z.string()).nullish() })
const postView = z.object({
  uri: z.string(),
  author: z.object({ did: z.string(), handle: z.string(), labels: z.array(label).nullish() }),
  record,
  indexedAt: z.string(),
  likeCount: count,
  replyCount: count,
  repostCount: count,
})
const postWithUri = z.object({ uri: z.string() })
const answer = z.object({ posts: z.array(z.unknown()) })

export interface BlueskyPage {
  documents: SourceDocument[]
  /** The ids of all posts of the page, readable or not. */
  ids: string[]
  /** Milliseconds since 1970 of the oldest post; null when there is none. */
  oldestMs: number | null
  /** Ids of posts left out because their authors restrict them to signed-in users. */
  hiddenIds: string[]
}

/** With this label an author asks not to be shown to signed-out users. */
const notInPublic = '!no-unauthenticated'

/** Parses a response of `searchPosts` or `getPosts`; null when it does not have the known shape. */
export function parseBluesky(body: string): BlueskyPage | null {
  const page = answer.safeParse(parseJson(body))
  if (!page.success) return null
  const posts = page.data.posts.flatMap((value) => postView.safeParse(value).data ?? [])
  if (posts.length === 0 && page.data.posts.length > 0) return null
  const isHidden = ({ author }: (typeof posts)[number]) =>
    author.labels?.some(({ val }) => val === notInPublic) === true
  const times = posts.flatMap((post) => publishedMs(post.record.createdAt, post.indexedAt) ?? [])
  return {
    documents: posts.filter((post) => !isHidden(post)).flatMap((post) => toDocument(post) ?? []),
    ids: page.data.posts.flatMap((value) => postWithUri.safeParse(value).data?.uri ?? []),
    oldestMs: times.length === 0 ? null : Math.min(...times),
    hiddenIds: posts.filter(isHidden).map(({ uri }) => uri),
  }
}

function toDocument({
  uri,
  author,
  record: post,
  indexedAt,
  ...counts
}: z.infer<typeof postView>): SourceDocument | null {
  const document = toPost({ uri, record: post, seenAt: indexedAt })
  if (document === null) return null
  const { likeCount, replyCount, repostCount } = counts
  return {
    ...document,
    author: author.handle === 'handle.invalid' ? author.did : author.handle,
    engagement: {
      score: likeCount ?? null,
      comments: replyCount ?? null,
      views: null,
      reposts: repostCount ?? null,
    },
  }
}

/**
 * A post from its author's record, which is also what the stream contains: the author's name is the account's id, reactions are unknown. Null for a
 * post without text or with an invalid date.
 */
export function toPost({
  uri,
  record: post,
  seenAt,
}: {
  uri: string
  record: unknown
  seenAt: string
}): SourceDocument | null {
  const parsed = record.safeParse(post)
  const [, did, key] = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? []
  if (!parsed.success || did === undefined || key === undefined) return null
  const text = readText(textForms, 'text', parsed.data.text)
  const at = publishedMs(parsed.data.createdAt, seenAt)
  if (text === '' || at === null) return null
  return {
    sourceKey: 'bluesky',
    nativeId: uri,
    kind: 'post',
    outlet: 'bsky.app',
    // Handles change hands; the account id in the address never does.
    url: `https://bsky.app/profile/${did}/post/${key}`,
    title: '',
    body: text,
    author: did,
    publishedAt: toIsoSecond(at),
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: languageOf(parsed.data.langs),
    engagement: null,
  }
}

/**
 * The author's date, but never later than when the network saw the post: dates in posts are set by their authors. An impossible date is replaced with
 * the network's time.
 */
function publishedMs(createdAt: string, seenAt: string): number | null {
  const created = parsePublishedAt(createdAt)?.epochMs ?? null
  const seenMs = parsePublishedAt(seenAt)?.epochMs ?? null
  if (created === null || seenMs === null) return created ?? seenMs
  return publicationFault(created, new Date(seenMs)) === 'before 1990' ? seenMs : Math.min(created, seenMs)
}

/** A post tagged with one language has that one; several tags do not determine the language of the text. */
function languageOf(langs: readonly string[] | null | undefined): string | null {
  const codes = new Set((langs ?? []).map((tag) => tag.split('-')[0]?.toLowerCase() ?? ''))
  const [code = ''] = codes
  return codes.size === 1 && /^[a-z]{2,3}$/.test(code) ? code : null
}
