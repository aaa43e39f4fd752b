import type { Dialect } from '../query/dialect.ts'
import { childrenNamed, firstChild, readRssChannel, wordsOf } from '../rss/feed-entries.ts'
import type { XmlElement } from '../rss/xml-tree.ts'
import type { Clock, DocumentClient, SourceDocument } from '../source.types.ts'
import { parseFeedDate } from '../text/published-at.ts'
import { readLine, type TextForms } from '../text/plain-text.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Bounds, isWithin, type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import { onOffSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** The operators of a Google News search, as far as third parties have documented them. */
const googleNewsDialect: Dialect = {
  key: 'google_news',
  name: 'Google News',
  and: ' ',
  or: ' OR ',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: { outlet: ({ value }) => (/^[\w-]+(\.[\w-]+)+$/.test(value) ? `site:${value}` : null) },
  nesting: 'or_in_and',
  group: (part) => `(${part})`,
  maxLength: 800,
}

/** Countries that have an edition, with its language; others use the English edition of the United States. */
const languages: Readonly<Record<string, string>> = {
  AE: 'ar',
  AR: 'es-419',
  AT: 'de',
  AU: 'en-AU',
  BD: 'bn',
  BE: 'fr',
  BG: 'bg',
  BR: 'pt-BR',
  CA: 'en-CA',
  CH: 'de',
  CL: 'es-419',
  CO: 'es-419',
  CU: 'es-419',
  CZ: 'cs',
  DE: 'de',
  EG: 'ar',
  ES: 'es',
  FR: 'fr',
  GB: 'en-GB',
  GR: 'el',
  HK: 'zh-HK',
  HU: 'hu',
  ID: 'id',
  IE: 'en-IE',
  IL: 'he',
  IN: 'en-IN',
  IT: 'it',
  JP: 'ja',
  KE: 'en-KE',
  KR: 'ko',
  LT: 'lt',
  LV: 'lv',
  MX: 'es-419',
  MY: 'en-MY',
  NG: 'en-NG',
  NL: 'nl',
  NO: 'no',
  NZ: 'en-NZ',
  PE: 'es-419',
  PH: 'en-PH',
  PK: 'en-PK',
  PL: 'pl',
  PT: 'pt-PT',
  RO: 'ro',
  RS: 'sr',
  RU: 'ru',
  SA: 'ar',
  SE: 'sv',
  SG: 'en-SG',
  SI: 'sl',
  SK: 'sk',
  TH: 'th',
  TR: 'tr',
  TW: 'zh-TW',
  UA: 'uk',
  US: 'en-US',
  VN: 'vi',
  ZA: 'en-ZA',
}

interface Edition {
  hl: string
  gl: string
  ceid: string
}

/** The edition's name for its language where that differs from the language of its texts. */
const editionNames: Readonly<Record<string, string>> = {
  'pt-BR': 'pt-419',
  'pt-PT': 'pt-150',
  'zh-HK': 'zh-Hant',
  'zh-TW': 'zh-Hant',
}

/** The edition for a country; null when there is none. The three parameters must agree. */
export function editionOf(country: string): Edition | null {
  const language = languages[country]
  if (language === undefined) return null
  const name = editionNames[language] ?? language.replace(/^en-.*/, 'en')
  return { hl: language, gl: country, ceid: `${country}:${name}` }
}

/** The format of the text fields. */
export const textForms = { title: 'text', source: 'text' } as const satisfies TextForms

export interface GoogleNewsFeed {
  documents: SourceDocument[]
  /** Items in the feed, readable or not. */
  entryCount: number
}

/**
 * Parses the feed of a search; null when it is not a feed. The description is a list of other headlines and is dropped.
 * Links go through Google: they identify the item, and the outlet is taken from `source`.
 */
export function parseGoogleNews(body: string, now: Date): GoogleNewsFeed | null {
  const channel = readRssChannel(body, 'https://news.google.com/')
  if (channel === null) return null
  const items = childrenNamed(channel, 'item')
  return { documents: items.flatMap((item) => toDocument(item, now) ?? []), entryCount: items.length }
}

function toDocument(item: XmlElement, now: Date): SourceDocument | null {
  const published = parseFeedDate(wordsOf(firstChild(item, 'pubdate')), now)
  const source = firstChild(item, 'source')
  const name = readLine(textForms, 'source', wordsOf(source) ?? '')
  const headline = readLine(textForms, 'title', wordsOf(firstChild(item, 'title')) ?? '')
  const title = name !== '' && headline.endsWith(` - ${name}`) ? headline.slice(0, -name.length - 3) : headline
  const link = wordsOf(firstChild(item, 'link')) ?? ''
  if (published === null || title === '' || !URL.canParse(link) || !/^https?:/i.test(link)) return null
  const site = source?.attributes['url']?.trim() ?? ''
  return {
    sourceKey: 'google_news',
    nativeId: wordsOf(firstChild(item, 'guid')) ?? link,
    kind: 'article',
    outlet: URL.canParse(site) ? new URL(site).hostname.replace(/^www\./, '') : name || 'news.google.com',
    url: new URL(link).href,
    title,
    body: null,
    author: null,
    ...published,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  }
}

export interface GoogleNewsOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

/** Maximum number of headlines in one feed. */
const cap = 100
const usual: Edition = { hl: 'en-US', gl: 'US', ceid: 'US:en' }
const failureTexts: readonly FailureText[] = [
  { pattern: /consent\.google|before you continue|unusual traffic|\/sorry\//i, status: 'blocked' },
]

/** Headlines of a Google News search, from its feed. A feed contains at most the 100 newest, so each query needs one request. */
export function createGoogleNewsSource(options: GoogleNewsOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://news.google.com/rss' } = options
  const fetchFeed = (words: string, edition: Edition, signal: AbortSignal) => {
    const url = `${baseUrl}/search?${new URLSearchParams({ q: words, ...edition })}`
    return http.get({ url, signal, expect: 'feed', failureTexts })
  }

  return {
    async probe(signal) {
      return toProbe(await fetchFeed('news', usual, signal), (body) => parseGoogleNews(body, clock()) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const edition = query.geo === null ? null : editionOf(query.geo)
      const notHonoured = ['Google News gives headlines without text, and links that lead through Google.']
      if (query.geo !== null)
        notHonoured.push(
          edition === null
            ? 'Google News has no edition for this country; the English edition of the United States was searched.'
            : 'The country’s edition was searched; it also shows outlets of other countries.',
        )
      let isFull = false
      const fetchPage = async (words: string): Promise<Page<never> | RunFailure> => {
        const answer = await fetchFeed(`${words}${toRange(bounds)}`, edition ?? usual, search.signal)
        if (!answer.ok) return answer
        const feed = parseGoogleNews(answer.body, clock())
        if (feed === null) return schemaChanged
        isFull ||= feed.entryCount >= cap && feed.documents.some((document) => isWithin(document, bounds))
        return { documents: feed.documents, next: null }
      }
      const native = writeNativeQuery(query, googleNewsDialect)
      const { requests } = native
      const result = await searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages: 2, fetchPage })
      if (!isFull || !result.run.complete) return result
      const reason = `Google News shows ${cap} headlines at most; older ones were left out.`
      return { ...result, run: { ...result.run, complete: false, reason } }
    },
  }
}

/** `after` and `before` take days and exclude them. */
function toRange({ fromMs, toMs }: Bounds): string {
  const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10)
  const dayMs = 86_400_000
  const after = fromMs === null ? '' : ` after:${day(fromMs - dayMs)}`
  return `${after} before:${day(toMs + dayMs)}`
}

export const googleNews: SourceDescriptor = {
  key: 'google_news',
  number: 8,
  kind: 'documents',
  label: 'Google News',
  licence: 'Undocumented and without a licence for reuse: headlines and links only.',
  rate: 'One request a minute; more leads to a consent page or a block.',
  homepage: 'https://news.google.com',
  attribution: 'Headlines found through Google News',
  reach: 'At most the 100 newest headlines of a search.',
  setting: {
    name: 'AUSPEX_GOOGLE_NEWS',
    required: true,
    how: 'Set it to on. The feed has no terms for reuse, so it is searched only where an operator enables it.',
  },
  settings: {
    AUSPEX_GOOGLE_NEWS: onOffSetting,
  },
  hosts: {
    'news.google.com': { intervalMs: 60_000, burst: 2, concurrency: 1 },
  },
  dialect: googleNewsDialect,
  create: ({ http, clock, settings }) =>
    settings['AUSPEX_GOOGLE_NEWS'] === undefined ? null : createGoogleNewsSource({ http, clock }),
}
