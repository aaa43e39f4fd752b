import { type Dialect, type NativeQuery, wordsAndPhrases } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Bounds, type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SearchOptions, SourceQuery } from '../source.types.ts'
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

/** What a hashtag cannot contain. */
const noTagCharacter = /[^\p{L}\p{N}\p{M}_]/gu

/** The syntax of hashtag timelines, which are public: `#heatpump #grant -#oil`, one timeline each. */
const mastodonTagDialect: Dialect = {
  ...mastodonDialect,
  phrase: toTag,
  fields: {},
}

/** One timeline of a hashtag. */
interface TagRequest {
  tag: string
  /** Other hashtags that each post must have (`all[]`) or must not have (`none[]`), as parameters of the request. */
  conditions: Parameters
  /** For display: `#heatpump #grant -#oil`. */
  text: string
}

type Parameters = readonly (readonly [name: string, value: string])[]

/** Turns a native query such as `heatpump grant -oil` into a timeline: the first word is its hashtag, the others are conditions. */
function toTagRequest(request: string): TagRequest | null {
  const words = request.split(' ').filter((word) => mayBeTag(word))
  const unwanted = words.filter((word) => word.startsWith('-')).map(toTag)
  const wanted = words.filter((word) => !word.startsWith('-')).map(toTag)
  const [tag, ...others] = wanted
  if (tag === undefined) return null
  return {
    tag,
    conditions: [
      ...others.map((other) => ['all[]', other] as const),
      ...unwanted.map((word) => ['none[]', word] as const),
    ],
    text: [...wanted.map((word) => `#${word}`), ...unwanted.map((word) => `-#${word}`)].join(' '),
  }
}

function toTag(word: string): string {
  return word.replaceAll(noTagCharacter, '')
}

/** A hashtag has a letter: `#2026` is a number. */
function mayBeTag(word: string): boolean {
  return /\p{L}/u.test(word)
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
  const fetchJson: FetchJson = (path, parameters, signal) =>
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
        : fetchJson(textPath, toTextParameters('news', 1), signal))
      return toProbe(answer, (body) => parseMastodon(body) !== null)
    },
    async search(query, search) {
      const reading = { fetchJson, search, bounds: toBounds(query, clock), isOpenEnded: query.to === null }
      const plan = token === undefined ? planTags(query) : planTexts(query)
      const notHonoured = [...plan.notHonoured]
      if (query.geo !== null)
        notHonoured.push('Mastodon does not record countries; the location filter was not applied.')
      let hidden = 0
      const result = await searchPages({
        native: plan.native,
        requests: plan.requests,
        notHonoured,
        bounds: reading.bounds,
        search,
        clock,
        maxPages,
        fetchPage: async (fetchPage, lastId: string | null) => {
          const page = await fetchPage(reading, lastId)
          if (!('status' in page)) hidden += page.hidden
          return page
        },
      })
      if (hidden > 0)
        result.run.notHonoured.push(
          `${hidden} ${hidden === 1 ? 'post was' : 'posts were'} left out: the authors opted out of searches.`,
        )
      return result
    },
  }
}

type FetchJson = (path: string, parameters: Parameters, signal: AbortSignal) => ReturnType<Http['get']>

interface Reading {
  fetchJson: FetchJson
  search: SearchOptions
  bounds: Bounds
  /** Whether the query has no last day, so that the newest posts are wanted. */
  isOpenEnded: boolean
}

/** Fetches the posts before an id, or the newest that the bounds allow. */
type FetchPage = (reading: Reading, lastId: string | null) => Promise<(Page<string> & { hidden: number }) | RunFailure>

interface Plan {
  native: NativeQuery
  requests: FetchPage[]
  notHonoured: string[]
}

function planTags(query: SourceQuery): Plan {
  const native = writeNativeQuery(query, mastodonTagDialect)
  const tags = native.requests.map(toTagRequest).filter((request) => request !== null)
  const words = native.requests.flatMap((request) => request.split(' ')).map((word) => word.replace(/^-/, ''))
  const noTags = new Set(words.filter((word) => word !== '' && !mayBeTag(word)))
  return {
    native: { ...native, nativeQuery: tags.map(({ text }) => text).join(' | ') },
    requests: tags.map((tag) => (reading, lastId) => fetchTag(tag, reading, lastId)),
    notHonoured: [
      byTags,
      ...(noTags.size === 0 ? [] : [`A hashtag needs a letter, so these were left out: ${[...noTags].join(', ')}.`]),
    ],
  }
}

function planTexts(query: SourceQuery): Plan {
  const native = writeNativeQuery(query, mastodonDialect)
  return {
    native,
    requests: native.requests.map((words) => (reading, lastId) => fetchText(words, reading, lastId)),
    notHonoured: [],
  }
}

/** A timeline is ordered by id, so it is complete when a page extends before the first day. */
async function fetchTag(
  { tag, conditions }: TagRequest,
  { fetchJson, search, bounds, isOpenEnded }: Reading,
  lastId: string | null,
): ReturnType<FetchPage> {
  const size = Math.min(pageSize, search.limit)
  const before = lastId ?? (isOpenEnded ? null : firstIdAfter(bounds.toMs))
  const path = `/api/v1/timelines/tag/${encodeURIComponent(tag)}`
  const page = toPage(await fetchJson(path, [...conditions, ...toPaging(size, before)], search.signal))
  if ('status' in page) return page
  const { documents, hidden, entryCount } = page
  const oldest = documents.at(-1)?.publishedAt
  const isPast = oldest !== undefined && bounds.fromMs !== null && Date.parse(oldest) < bounds.fromMs
  return { documents, hidden, next: entryCount < size || isPast ? null : page.lastId }
}

const textPath = '/api/v2/search'

async function fetchText(
  words: string,
  { fetchJson, search, bounds, isOpenEnded }: Reading,
  lastId: string | null,
): ReturnType<FetchPage> {
  const size = Math.min(pageSize, search.limit)
  // both operators exclude the day that they name
  const days = [
    ...(bounds.fromMs === null ? [] : [`after:${toDay(bounds.fromMs - dayMs)}`]),
    ...(isOpenEnded ? [] : [`before:${toDay(bounds.toMs + dayMs)}`]),
  ]
  const parameters = toTextParameters([words, ...days].join(' '), size, lastId)
  const page = toPage(await fetchJson(textPath, parameters, search.signal))
  if ('status' in page) return page
  const { documents, hidden, entryCount } = page
  return { documents, hidden, next: entryCount < size ? null : page.lastId }
}

function toTextParameters(query: string, size: number, lastId: string | null = null): Parameters {
  return [['q', query], ['type', 'statuses'], ...toPaging(size, lastId)]
}

function toPaging(size: number, lastId: string | null): Parameters {
  return [['limit', String(size)], ...(lastId === null ? [] : [['max_id', lastId] as const])]
}

function toPage(answer: Awaited<ReturnType<FetchJson>>) {
  if (!answer.ok) return answer
  return parseMastodon(answer.body) ?? schemaChanged
}

/** An id holds the time of its post in milliseconds above 16 other bits (docs.joinmastodon.org/api/guidelines/#id), also of posts from elsewhere. */
function firstIdAfter(epochMs: number): string {
  return String(BigInt(Math.max(0, epochMs + 1)) << 16n)
}

const dayMs = 86_400_000

/** No post is older than the epoch, and earlier days may have more than ten characters. */
function toDay(epochMs: number): string {
  return new Date(Math.max(0, epochMs)).toISOString().slice(0, 10)
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
  // the richer of the two: what a query says here is what a token would let it say
  dialect: mastodonDialect,
  create: ({ http, clock, settings }) =>
    createMastodonSource({ http, clock, baseUrl: settings['MASTODON_URL'], token: settings['MASTODON_TOKEN'] }),
}
