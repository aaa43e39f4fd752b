import type { HostPolicy } from '../http/host-gate.ts'
import type { PostingHttp } from '../http/http.types.ts'
import type { SettingField, SourceSettings } from '../source-descriptor.ts'
import type { Clock, DocumentClient, SourceDocument, SourceSetting, SourcesMode } from '../source.types.ts'
import { z } from 'zod'
import { createBlueskySource } from '../bluesky/bluesky.source.ts'
import { createMastodonSource } from '../mastodon/mastodon.source.ts'
import { foldHashtag, hashtagsIn, type HashtagSource, type TaggedVideo } from './hashtag.ts'
import { createResearchInterface } from './research-interface.source.ts'

export interface PublicTagsOptions {
  name: string
  attribution: string
  origin: 'mastodon' | 'bluesky'
  client: { search: DocumentClient['search'] }
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
      const searchText = origin === 'bluesky' ? `#${tag}` : tag
      const { run, documents } = await client.search(
        {
          terms: { text: searchText, phrases: [searchText] },
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
        `Posts of ${name} stand in for videos: view counts and countries are unknown.`,
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

/** Hosts that no document source uses. */
export const hashtagHosts: Readonly<Record<string, HostPolicy>> = {
  'open.tiktokapis.com': { intervalMs: 250, burst: 2, concurrency: 1 },
}

/** What research access requires, and where to get it. */
export const researchSetting: SourceSetting = {
  name: 'TIKTOK_RESEARCH_CREDENTIALS',
  required: true,
  how: 'For researchers whom TikTok approved (developers.tiktok.com, Research API): the client key and secret of the project, joined by a colon.',
}

export const hashtagSettings: Readonly<Record<string, SettingField>> = {
  [researchSetting.name]: {
    example: 'client-key:0a1b2c3d',
    schema: z.string().regex(/^[^\s:]+:[^\s:]+$/, 'must be a client key and its secret, joined by a colon'),
  },
}

/** The sources for videos of a hashtag, in the order in which they are tried; none in the mode `demo`. */
export function createHashtagSources({
  mode,
  http,
  clock,
  settings,
}: {
  mode: SourcesMode
  http: PostingHttp
  clock: Clock
  settings: SourceSettings
}): readonly HashtagSource[] {
  if (mode === 'demo') return []
  const { TIKTOK_RESEARCH_CREDENTIALS: credentials, MASTODON_URL: mastodonUrl } = settings
  return [
    ...(credentials === undefined ? [] : [createResearchInterface({ http, clock, credentials })]),
    createPublicTags({
      origin: 'mastodon',
      name: 'Mastodon',
      attribution: 'Public posts of Mastodon; they belong to their authors',
      // Without a token: this reads the timelines of hashtags, which are public.
      client: createMastodonSource({ http, clock, baseUrl: mastodonUrl }),
      clock,
    }),
    createPublicTags({
      origin: 'bluesky',
      name: 'Bluesky',
      attribution: 'Public posts of Bluesky; they belong to their authors',
      client: createBlueskySource({ http, clock }),
      clock,
    }),
  ]
}
