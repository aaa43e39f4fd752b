import type { SourceDocument } from '../source.types.ts'
import { toPlainLine } from '../text/plain-text.ts'
import { type FeedDate, readFeedDate } from './feed-date.ts'
import { toLanguageCode } from '../places/languages.ts'
import { type OwnAddress, readOwnAddress } from './own-address.ts'
import type { FeedEntry } from './feed-entries.ts'
import { readFeed } from './read-feed.ts'

export interface ParsedFeed {
  documents: SourceDocument[]
  /** Entries that were left out, because they have no text or no date, by the reason. */
  leftOut: Map<string, number>
}

export interface ParseRssOptions {
  /** Address that answered. */
  feedUrl: string
  /** Address that was asked, where it was another. */
  askedUrl?: string
  now: Date
}

/**
 * Reads RSS (0.9 to 2.0, RDF), Atom or JSON Feed; null when it is none of them. Entries without a date are left out:
 * the time of a document is never invented. Nothing of the feed's address but its host is in a document.
 */
export function parseRss(body: string, { feedUrl, askedUrl = feedUrl, now }: ParseRssOptions): ParsedFeed | null {
  const own = readOwnAddress(askedUrl, feedUrl)
  const feed = readFeed(body, own.base)
  if (feed === null) return null
  const host = own.host.replace(/^www\./, '')
  const langOf = (language: string | null) => (language && toLanguageCode(language)) || null
  const documents: SourceDocument[] = []
  const leftOut = new Map<string, number>()
  for (const entry of feed.entries) {
    const published = dateOf(entry, now)
    const title = own.withoutQuotes(toPlainLine(entry.title ?? ''))
    const text = own.withoutQuotes(entry.content ?? entry.summary ?? '')
    const lack =
      'reason' in published ? `their date: ${published.reason}` : title === '' && text === '' ? 'no text' : null
    if (lack !== null || 'reason' in published) {
      if (lack !== null) leftOut.set(lack, (leftOut.get(lack) ?? 0) + 1)
      continue
    }
    const url = toAddress(entry.link, own)
    documents.push({
      sourceKey: 'rss',
      nativeId: entry.id === null ? url : toNativeId(own.withoutQuotes(entry.id), host),
      kind: 'article',
      outlet: url === null ? host : new URL(url).hostname.replace(/^www\./, ''),
      url,
      title,
      body: text === '' ? null : text,
      author: own.withoutQuotes(toPlainLine(entry.author ?? '')) || null,
      ...published,
      country: null,
      countryBasis: null,
      lang: langOf(entry.language ?? feed.language),
      engagement: null,
    })
  }
  return { documents, leftOut }
}

/** When it was published, else when it was updated; the reason is that of the first date that is there. */
function dateOf({ published, updated }: FeedEntry, now: Date): FeedDate {
  const first = readFeedDate(published, now)
  if (!('reason' in first) || updated === null) return first
  const second = readFeedDate(updated, now)
  return 'reason' in second && published !== null ? first : second
}

/** Ids that are addresses, tags or URNs are unique anywhere; others only within their feed's host. */
function toNativeId(id: string, host: string): string {
  return /^(https?|tag|urn):/i.test(id) ? id : `${host}:${id}`
}

function toAddress(link: string | null, { base, withoutOwn }: OwnAddress): string | null {
  if (!link || !URL.canParse(link, base)) return null
  const url = new URL(link, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? withoutOwn(url.href) : null
}
