import { type Dialect, wordsAndPhrases } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseMastodon } from './mastodon.parse.ts'
import { originSetting, secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** The syntax of full-text search, which an instance offers only to its members. */
const mastodonDialect: Dialect = {
  key: 'mastodon',
  name: 'Mastodon',
  ...wordsAndPhrases,
  not: (part) => `-${part}`,
  fields: { lang: ({ value }) => `language:${value}` },
  maxLength: 400,
  maxRequests: 4,
}

/** The syntax of hashtag timelines, which are public: `#heatpump #grant -#oil`, one timeline each. */
const mastodonTagDialect: Dialect = {
  ...mastodonDialect,
  phrase: (words) => words.replaceAll(/[^\p{L}\p{N}\p{M}_]/gu, ''),
  fields: {},
}

/** One timeline of a hashtag. */
export interface TagRequest {
  tag: string
  /** Which other hashtags the posts must have, or must not have. */
  conditions: (readonly [string, string])[]
  /** For display: `#heatpump #grant -#oil`. */
  text: string
}

/**
 * Turns native queries such as `heatpump grant -oil` into timelines: the first word is the hashtag, the others are conditions. Words without a letter
 * cannot be hashtags and are left out.
 */
function toTagRequests(requests: readonly string[]): TagRequest[] {
  return requests.flatMap((request) => {
    const words = request.split(' ').map((word) => ({ tag: toTag(word), isUnwanted: word.startsWith('-') }))
    const wantedTags = words.filter(({ tag, isUnwanted }) => !isUnwanted && /\p{L}/u.test(tag)).map(({ tag }) => tag)
    const unwanted = words.filter(({ tag, isUnwanted }) => isUnwanted && /\p{L}/u.test(tag)).map(({ tag }) => tag)
    const [tag, ...others] = wantedTags
    if (tag === undefined) return []
    const conditions = [
      ...others.map((otherTag) => ['all[]', otherTag] as const),
      ...unwanted.map((unwantedTag) => ['none[]', unwantedTag] as const),
    ]
    return [
      {
        tag,
        conditions,
        text: [...wantedTags.map((word) => `#${word}`), ...unwanted.map((word) => `-#${word}`)].join(' '),
      },
    ]
  })
}

function toTag(word: string): string {
  return word.replaceAll(/[^\p{L}\p{N}\p{M}_]/gu, '')
}

export interface MastodonOptions {
  http: Http
  clock: Clock
  /** The instance to query. */
  baseUrl?: string | undefined
  /** A member's access token; with it texts are searched, without it hashtags are read. */
  token?: string | undefined
}

const pageSize = 40
const maxPages = 12
/** Instances that are visible only to members answer 401, or 422 with a sentence. */
const failureTexts: readonly FailureText[] = [{ pattern: /authenticated user|access token/i, status: 'auth' }]
const byTags = 'Mastodon was read by hashtags, so posts without them are missing; MASTODON_TOKEN enables text search.'

/** Public posts that one Mastodon instance knows, newest first. */
export function createMastodonSource(options: MastodonOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://mastodon.social', token } = options
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const fetchJson = (path: string, parameters: readonly (readonly [string, string])[], signal: AbortSignal) =>
    http.get({
      failureTexts,
      url: `${baseUrl}${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`,
      signal,
      expect: 'json',
      headers,
    })

  return {
    async probe(signal) {
      const answer = await (token === undefined
        ? fetchJson('/api/v1/timelines/tag/news', [['limit', '1']], signal)
        : fetchJson(
            '/api/v2/search',
            [
              ['q', 'news'],
              ['type', 'statuses'],
              ['limit', '1'],
            ],
            signal,
          ))
      return toProbe(answer, (body) => parseMastodon(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const size = Math.min(pageSize, search.limit)
      const notHonoured = token === undefined ? [byTags] : []
      if (query.geo !== null)
        notHonoured.push('Mastodon does not record countries; the location filter was not applied.')
      let hidden = 0
      const readPage = async (answer: Awaited<ReturnType<typeof fetchJson>>) => {
        if (!answer.ok) return answer
        const page = parseMastodon(answer.body)
        if (page === null) return schemaChanged
        hidden += page.hidden
        return page
      }

      /** A timeline is ordered by id, so it is complete when a page extends before the first day. */
      const fetchTag = async (
        { tag, conditions }: ReturnType<typeof toTagRequests>[number],
        lastId: string | null,
      ): Promise<Page<string> | RunFailure> => {
        const paged = [
          ...conditions,
          ['limit', String(size)] as const,
          ...(lastId === null ? [] : [['max_id', lastId] as const]),
        ]
        const page = await readPage(
          await fetchJson(`/api/v1/timelines/tag/${encodeURIComponent(tag)}`, paged, search.signal),
        )
        if ('status' in page) return page
        const oldest = page.documents.at(-1)?.publishedAt
        const isPast = oldest !== undefined && bounds.fromMs !== null && Date.parse(oldest) < bounds.fromMs
        return { documents: page.documents, next: page.entryCount < size || isPast ? null : page.lastId }
      }
      const fetchText = async (words: string, lastId: string | null): Promise<Page<string> | RunFailure> => {
        const dates = bounds.fromMs === null ? [] : [`after:${dayBefore(bounds.fromMs)}`]
        const parameters = [
          ['q', [words, ...dates].join(' ')] as const,
          ['type', 'statuses'] as const,
          ['limit', String(size)] as const,
          ...(lastId === null ? [] : [['max_id', lastId] as const]),
        ]
        const page = await readPage(await fetchJson('/api/v2/search', parameters, search.signal))
        if ('status' in page) return page
        return { documents: page.documents, next: page.entryCount < size ? null : page.lastId }
      }

      const native = writeNativeQuery(query, token === undefined ? mastodonTagDialect : mastodonDialect)
      const common = { notHonoured, bounds, search, clock, maxPages }
      const tags = toTagRequests(native.requests)
      const taggedNative = { ...native, nativeQuery: tags.map(({ text }) => text).join(' | ') }
      const result = await (token === undefined
        ? searchPages({ ...common, native: taggedNative, requests: tags, fetchPage: fetchTag })
        : searchPages({ ...common, native, requests: native.requests, fetchPage: fetchText }))
      if (hidden > 0)
        result.run.notHonoured.push(
          `${hidden} ${hidden === 1 ? 'post was' : 'posts were'} left out: the authors opted out of searches.`,
        )
      return result
    },
  }
}

/** `after:` excludes the day that it names. */
function dayBefore(epochMs: number): string {
  return new Date(epochMs - 86_400_000).toISOString().slice(0, 10)
}

export const mastodon: SourceDescriptor = {
  key: 'mastodon',
  number: 10,
  kind: 'documents',
  label: 'Mastodon',
  licence: 'Posts belong to their authors; only public ones by discoverable authors.',
  rate: 'One request a second; instances allow 300 in five minutes.',
  homepage: 'https://docs.joinmastodon.org/api/',
  reach: 'What one instance has seen under a hashtag; with a token, what its members may search.',
  setting: {
    name: 'MASTODON_TOKEN',
    required: false,
    how: 'Make one on your instance under Preferences, Development, with read:search; name the instance in MASTODON_URL. It searches texts instead of hashtags.',
  },
  settings: {
    MASTODON_URL: originSetting('https://mastodon.social'),
    MASTODON_TOKEN: secretSetting('0a1b2c3d4e5f'),
  },
  dialect: mastodonDialect,
  create: ({ http, clock, settings }) =>
    createMastodonSource({ http, clock, baseUrl: settings['MASTODON_URL'], token: settings['MASTODON_TOKEN'] }),
}
