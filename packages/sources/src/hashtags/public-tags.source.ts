import type { DocumentClient, SourceDocument } from '../source.types.ts'
import { foldHashtag, hashtagsIn } from './hashtag-text.ts'
import type { HashtagSource, TaggedVideo } from './hashtag.types.ts'

export interface PublicTagsOptions extends Pick<HashtagSource, 'name' | 'attribution'> {
  origin: 'mastodon' | 'bluesky'
  client: Pick<DocumentClient, 'search'>
  clock: () => Date
}

/** Maximum number of posts per reading, and its time limit: a person is waiting. */
const maxPosts = 400
const budgetMs = 12_000
const dayMs = 86_400_000

/** Public posts with a hashtag, from a document source: a substitute for videos, and labelled as one. */
export function createPublicTags({ origin, name, attribution, client, clock }: PublicTagsOptions): HashtagSource {
  return {
    origin,
    name,
    attribution,
    isSubstitute: true,
    unit: 'post',
    async read({ tag, days, signal }) {
      const written = origin === 'bluesky' ? `#${tag}` : tag
      const { run, documents } = await client.search(
        {
          terms: { text: written, phrases: [written] },
          geo: null,
          from: `${days.from}T00:00:00Z`,
          to: days.to,
        },
        { signal, limit: maxPosts, stopAtMs: clock().getTime() + budgetMs },
      )
      if (run.status !== 'ok' && run.status !== 'empty') {
        const { status, reason, retryAfterMs, outage } = run
        const reasonText = reason ?? `${name} did not answer.`
        return { ok: false, status, reason: reasonText, retryAfterMs, ...(outage !== undefined && { outage }) }
      }
      const videos = documents.map(toTagged).filter(({ hashtags }) => hashtags.includes(tag))
      const notices = [
        `Posts of ${name} stand in for videos: nobody tells how often they were seen, or in which country.`,
        ...(run.complete ? [] : [run.reason ?? 'Older posts were left out.']),
      ]
      const firstCountedDay = run.complete ? days.from : dayAfterOldest(documents, days.to)
      return { ok: true, reading: { videos, isComplete: run.complete, firstCountedDay, notices } }
    },
  }
}

/** Posts arrive newest first, so anything cut off is from the oldest day seen, or older. */
function dayAfterOldest(documents: readonly SourceDocument[], last: string): string | null {
  const oldest = documents.map(({ publishedAt }) => publishedAt.slice(0, 10)).toSorted()[0]
  if (oldest === undefined || oldest >= last) return null
  return new Date(Date.parse(oldest) + dayMs).toISOString().slice(0, 10)
}

function toTagged(document: SourceDocument): TaggedVideo {
  const text = [document.title, document.body ?? ''].filter((part) => part !== '').join('\n')
  return {
    nativeId: document.nativeId ?? document.url ?? text.slice(0, 60),
    publishedAt: document.publishedAt,
    text,
    hashtags: hashtagsIn(text).map(foldHashtag),
    creator: document.author ?? 'unknown',
    creatorName: null,
    followers: null,
    country: null,
    url: document.url,
    durationSeconds: null,
    views: null,
    likes: document.engagement?.score ?? null,
    comments: document.engagement?.comments ?? null,
    shares: document.engagement?.reposts ?? null,
  }
}
