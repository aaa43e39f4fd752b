import { hash } from 'node:crypto'
import type { SourceDocument } from '../source.types.ts'
import { lineAsWritten } from '../text/plain-text.ts'
import { type FeedDate, readFeedDate } from '../text/published-at.ts'
import { toLanguageCode } from '../places/languages.ts'
import type { FeedEntry } from './feed-entries.ts'
import { readFeed } from './read-feed.ts'

/**
 * The address of a feed is private to its subscriber: publishers write tokens into paths and queries. Feed content is shared by everybody who uses
 * the installation, so it must contain nothing of the address but its host (docs/decisions/user-supplied-addresses.md).
 */
interface OwnAddress {
  /** The host, which identifies a feed. */
  host: string
  /** The base of relative links. A directory that may be a token is not passed on to them. */
  base: string
  /** An address from an entry, without the parts that repeat the feed's own; null when nothing else remains. */
  withoutOwn: (address: string) => string | null
  /** A text of an entry, which may quote the feed's own address. */
  withoutQuotes: (text: string) => string
}

/** Replaces a directory that is not passed on; a link that resolves into it is dropped. */
const hiddenFolder = '/-hidden-/'

/** `addresses` are those of one feed: the one that was given, and the one it redirected to. */
export function readOwnAddress(...addresses: [string, ...string[]]): OwnAddress {
  const ownUrls = addresses.map((address) => new URL(address))
  const last = ownUrls.at(-1) ?? new URL(addresses[0])
  const tokens = new Set(ownUrls.flatMap(({ searchParams }) => [...searchParams.values()]).filter(mayBeToken))
  const hasToken = (url: URL) => url.pathname.split('/').some(mayBeToken)
  const isOwn = (url: URL) =>
    ownUrls.some(
      (address) =>
        address.host === url.host &&
        address.pathname === url.pathname &&
        (address.search === url.search || hasToken(address)),
    )
  const ownAddresses = ownUrls
    .flatMap(({ href, origin, pathname, search }) => [href, `${origin}${pathname}${search}`])
    .concat(addresses)
    .toSorted((a, b) => b.length - a.length)
  return {
    host: hostOf(last.href),
    base: `${last.origin}${hasToken(last) ? hiddenFolder.repeat(8) : last.pathname}`,
    withoutOwn(address) {
      const url = new URL(address)
      if (isOwn(url) || url.pathname.includes(hiddenFolder)) return null
      url.username = ''
      url.password = ''
      const repeated = [...url.searchParams].filter(([, value]) => tokens.has(value))
      for (const [name, value] of repeated) url.searchParams.delete(name, value)
      return url.href
    },
    withoutQuotes: (text) =>
      ownAddresses.reduce((remaining, address) => remaining.replaceAll(address, hostOf(last.href)), text),
  }
}

/** The host of an address that a person typed, and nothing else of it. */
export function hostOf(address: string): string {
  return (URL.canParse(address) && new URL(address).hostname) || 'an address'
}

/** Words in addresses are short or have no digits; tokens are long, or mix letters and digits. */
function mayBeToken(part: string): boolean {
  return part.length >= 16 || (part.length >= 8 && /\d/.test(part) && /[a-z]/i.test(part))
}

export interface ParsedFeed {
  documents: SourceDocument[]
  /** The number of entries left out because they have no text or no date, by reason. */
  leftOut: Map<string, number>
  /** Number of damaged entries whose text has no known end. */
  unreadable: number
}

export interface ParseRssOptions {
  /** The address that responded. */
  feedUrl: string
  /** The requested address, where it differs. */
  requestedUrl?: string
  now: Date
}

/**
 * Parses RSS (0.9 to 2.0, RDF), Atom or JSON Feed; null when it is none of them. Entries without a date are left out: the time of a document is never
 * invented. A document contains nothing of the feed's address but its host.
 */
export function parseRss(body: string, { feedUrl, requestedUrl = feedUrl, now }: ParseRssOptions): ParsedFeed | null {
  const ownAddress = readOwnAddress(requestedUrl, feedUrl)
  const feed = readFeed(body, ownAddress.base)
  if (feed === null) return null
  const host = ownAddress.host.replace(/^www\./, '')
  const langOf = (language: string | null) => (language && toLanguageCode(language)) || null
  const idOf = createIds(feed.entries, { host, requestedUrl })
  const documents: SourceDocument[] = []
  const leftOut = new Map<string, number>()
  for (const entry of feed.entries) {
    const published = dateOf(entry, now)
    const title = ownAddress.withoutQuotes(lineAsWritten(entry.title ?? ''))
    const text = ownAddress.withoutQuotes(entry.content ?? entry.summary ?? '')
    const lackOfText = title === '' && text === '' ? 'no text' : null
    const lack = 'reason' in published ? `their date: ${published.reason}` : lackOfText
    if (lack !== null || 'reason' in published) {
      if (lack !== null) leftOut.set(lack, (leftOut.get(lack) ?? 0) + 1)
      continue
    }
    const url = toAddress(entry.link, ownAddress)
    documents.push({
      sourceKey: 'rss',
      nativeId: idOf(entry, { url, withoutQuotes: ownAddress.withoutQuotes }),
      kind: 'article',
      outlet: url === null ? host : new URL(url).hostname.replace(/^www\./, ''),
      url,
      title,
      body: text === '' ? null : text,
      author: ownAddress.withoutQuotes(lineAsWritten(entry.author ?? '')) || null,
      ...published,
      country: null,
      countryBasis: null,
      lang: langOf(entry.language ?? feed.language),
      engagement: null,
    })
  }
  return { documents, leftOut, unreadable: feed.unreadable }
}

/** When it was published, otherwise when it was updated; the reason is that of the first date that exists. */
function dateOf({ published, updated }: FeedEntry, now: Date): FeedDate {
  const first = readFeedDate(published, now)
  if (!('reason' in first) || updated === null) return first
  const second = readFeedDate(updated, now)
  return 'reason' in second && published !== null ? first : second
}

interface EntryAddress {
  url: string | null
  withoutQuotes: OwnAddress['withoutQuotes']
}

/**
 * Assigns the ids of the entries of one feed. Those that are addresses, tags or URNs are globally unique; others only within their feed, and feeds of
 * one host may use the same numbers: a digest of the feed's address distinguishes them without disclosing the address. An id that the feed uses for
 * several entries is ignored: then the link is the id, and without a link its words are.
 */
function createIds(entries: readonly FeedEntry[], { host, requestedUrl }: { host: string; requestedUrl: string }) {
  const within = `${host}:${digest(requestedUrl).slice(0, 12)}`
  const byId = Map.groupBy(entries, ({ id }) => id)
  return (entry: FeedEntry, { url, withoutQuotes }: EntryAddress): string | null => {
    const { id, link, title, published } = entry
    if (id === null) return url
    const others = (byId.get(id) ?? []).filter((other) => other.link !== link || other.title !== title)
    if (others.length === 0) {
      const written = withoutQuotes(id)
      return /^(https?|tag|urn):/i.test(written) ? written : `${within}:${written}`
    }
    if (url !== null && others.every((other) => other.link !== link)) return url
    return `${within}:${digest(JSON.stringify([id, link, title, published]))}`
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}

function toAddress(link: string | null, { base, withoutOwn }: OwnAddress): string | null {
  if (!link || !URL.canParse(link, base)) return null
  const url = new URL(link, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? withoutOwn(url.href) : null
}
