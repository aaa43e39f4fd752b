import { z } from 'zod'
import { createBlueskySource } from '../bluesky/bluesky.source.ts'
import type { HostPolicy } from '../http/host-gate.ts'
import type { PostingHttp } from '../http/http.types.ts'
import { createMastodonSource } from '../mastodon/mastodon.source.ts'
import type { SettingField, SourceSettings } from '../source-settings.ts'
import type { Clock, SourceSetting, SourcesMode } from '../source.types.ts'
import type { HashtagSource } from './hashtag.types.ts'
import { createPublicTags } from './public-tags.source.ts'
import { createResearchInterface } from './research-interface.source.ts'

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
