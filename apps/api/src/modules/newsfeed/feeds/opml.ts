import { readOutlines } from '@auspex/sources'
import type { OwnFeedKind, StoredFeed } from './feeds.repository.ts'

export interface FeedOutline {
  kind: OwnFeedKind
  subject: string
  title: string | null
  feedUrl: string | null
}

export interface ReadOpml {
  feeds: FeedOutline[]
  refused: { title: string; reason: string }[]
}

const ownKinds: readonly string[] = ['portfolio', 'signal', 'category', 'country', 'outlet', 'term']
const mostTitle = 600

/** OPML 2.0 with the feeds of outlets as subscriptions that any reader takes, and the others as outlines with our own attributes. */
export function writeOpml(feeds: readonly Pick<StoredFeed, 'kind' | 'subject' | 'title' | 'feedUrl'>[]): string {
  const outlines = feeds.map(({ kind, subject, title, feedUrl }) => {
    const subscription = feedUrl === null ? '' : ` type="rss" xmlUrl="${escape(feedUrl)}"`
    return `    <outline text="${escape(title)}"${subscription} auspexKind="${kind}" auspexSubject="${escape(subject)}"/>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head><title>Auspex</title></head>',
    '  <body>',
    ...outlines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}

/** Reads the feeds of an OPML file of any reader, in their order and without folders; null when it is no OPML. */
export function readOpml(text: string): ReadOpml | null {
  const outlines = readOutlines(text)
  if (outlines === null) return null
  const read: ReadOpml = { feeds: [], refused: [] }
  for (const { title, xmlUrl, attributes } of outlines) {
    const name = title.trim().slice(0, mostTitle)
    const kind = attributes['auspexkind']
    const subject = attributes['auspexsubject']
    if (kind !== undefined && ownKinds.includes(kind) && subject !== undefined && subject.trim() !== '') {
      const feedUrl = kind === 'outlet' && xmlUrl !== null && hostOf(xmlUrl) !== null ? xmlUrl : null
      read.feeds.push({ kind: kind as OwnFeedKind, subject: subject.slice(0, 300), title: name || null, feedUrl }) // listed above
      continue
    }
    const host = xmlUrl === null ? null : hostOf(xmlUrl)
    if (xmlUrl !== null && host !== null) {
      read.feeds.push({ kind: 'outlet', subject: host, title: name || null, feedUrl: xmlUrl })
      continue
    }
    const reason = xmlUrl === null ? 'It has no address of a feed.' : 'Its address cannot be read from here.'
    read.refused.push({ title: name || (xmlUrl ?? 'Without a title').slice(0, mostTitle), reason })
  }
  return read
}

/** The host of an address on the web; null for any other address. */
function hostOf(address: string): string | null {
  if (address.length > 2_000 || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return hostname.replace(/^www\./, '') || null
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
