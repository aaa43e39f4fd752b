import { z } from 'zod'

import type { SourceDocument } from '../source.types.ts'
import { parseJson } from '../text/parse-json.ts'
import { parsePublishedAt, toIsoSecond } from '../text/published-at.ts'
import { readText, type TextForms } from '../text/plain-text.ts'

/** The format of the text fields. */
export const textForms = { spoiler_text: 'text', content: 'html' } as const satisfies TextForms

const count = z.number().nullish()
const status = z.object({
  id: z.string(),
  uri: z.string(),
  url: z.string().nullish(),
  created_at: z.string(),
  visibility: z.string(),
  content: z.string(),
  spoiler_text: z.string().default(''),
  language: z.string().nullish(),
  replies_count: count,
  reblogs_count: count,
  favourites_count: count,
  account: z.object({
    acct: z.string(),
    url: z.string(),
    noindex: z.boolean().nullish(),
    indexable: z.boolean().nullish(),
  }),
})
const timeline = z.array(z.unknown())
const searchAnswer = z.object({ statuses: z.array(z.unknown()) })

export interface MastodonPage {
  documents: SourceDocument[]
  /** Posts of the page, readable or not. */
  entryCount: number
  /** The instance's own id of the oldest post, from which the next page begins; null when there is none. */
  lastId: string | null
  /** Number of posts left out because their authors opted out of searches. */
  hidden: number
}

/** Parses a timeline or a response of `search`; null when it does not have the known shape. Timelines of hashtags contain no boosts. */
export function parseMastodon(body: string): MastodonPage | null {
  const value = parseJson(body)
  const entries = timeline.safeParse(value).data ?? searchAnswer.safeParse(value).data?.statuses
  if (entries === undefined) return null
  const statuses = entries.flatMap((entry) => status.safeParse(entry).data ?? [])
  if (statuses.length === 0 && entries.length > 0) return null
  const visibleStatuses = statuses.filter(({ account }) => account.noindex !== true && account.indexable !== false)
  return {
    documents: visibleStatuses.flatMap((entry) => toDocument(entry) ?? []),
    entryCount: entries.length,
    lastId: statuses.at(-1)?.id ?? null,
    hidden: statuses.length - visibleStatuses.length,
  }
}

function toDocument(entry: z.infer<typeof status>): SourceDocument | null {
  const at = parsePublishedAt(entry.created_at)
  // A post under a warning begins with it; without one, its text is only its paragraphs.
  const warning = readText(textForms, 'spoiler_text', entry.spoiler_text)
  const text = [warning, readText(textForms, 'content', entry.content)].filter((part) => part !== '').join('\n')
  const address = entry.url ?? entry.uri
  if (at === null || text === '' || entry.visibility !== 'public' || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const home = URL.canParse(entry.account.url) ? new URL(entry.account.url).hostname : null
  return {
    sourceKey: 'mastodon',
    // The same on every instance; `id` is specific to the queried one.
    nativeId: entry.uri,
    kind: 'post',
    outlet: home ?? 'mastodon',
    url: href,
    title: '',
    body: text,
    // Accounts on the queried instance are named without it.
    author: entry.account.acct.includes('@') || home === null ? entry.account.acct : `${entry.account.acct}@${home}`,
    publishedAt: toIsoSecond(at.epochMs),
    datePrecision: at.precision,
    country: null,
    countryBasis: null,
    lang: /^[a-z]{2,3}\b/.exec(entry.language?.toLowerCase() ?? '')?.[0] ?? null,
    engagement: {
      score: entry.favourites_count ?? null,
      comments: entry.replies_count ?? null,
      views: null,
      reposts: entry.reblogs_count ?? null,
    },
  }
}
