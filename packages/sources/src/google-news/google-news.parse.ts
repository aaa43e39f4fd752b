import { parseRssFeed } from 'feedsmith'

import type { SourceDocument } from '../source.types.ts'
import { parseFeedDate } from '../rss/feed-date.ts'
import { readLine, type TextForms } from '../text/text-forms.ts'

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
  let feed: ReturnType<typeof parseRssFeed>
  try {
    feed = parseRssFeed(body.trimStart())
  } catch {
    return null
  }
  const items = feed.items ?? []
  return { documents: items.flatMap((item: Item) => toDocument(item, now) ?? []), entryCount: items.length }
}

type Item = NonNullable<NonNullable<ReturnType<typeof parseRssFeed>['items']>[number]>

function toDocument(item: Item, now: Date): SourceDocument | null {
  const published = parseFeedDate(typeof item.pubDate === 'string' ? item.pubDate : null, now)
  const name = readLine(textForms, 'source', item.source?.title ?? '')
  const headline = readLine(textForms, 'title', item.title ?? '')
  const title = name !== '' && headline.endsWith(` - ${name}`) ? headline.slice(0, -name.length - 3) : headline
  const link = item.link ?? ''
  if (published === null || title === '' || !URL.canParse(link) || !/^https?:/i.test(link)) return null
  const site = item.source?.url ?? ''
  return {
    sourceKey: 'google_news',
    nativeId: item.guid?.value ?? link,
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
