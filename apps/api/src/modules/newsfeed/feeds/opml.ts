import { readOutlines, refuseAddress } from '@auspex/sources'
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
  for (const { title, xmlUrl: written, attributes } of outlines) {
    const xmlUrl = written === null ? null : toFeedAddress(written)
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
    const reason =
      xmlUrl === null
        ? 'It has no address of a feed.'
        : 'Its address cannot be read from here: only addresses of the public web can.'
    read.refused.push({ title: name || (xmlUrl ?? 'Without a title').slice(0, mostTitle), reason })
  }
  return read
}

/** The address of a feed as it is fetched: links of browsers to readers are `feed://host/…` or `feed:https://host/…`. */
export function toFeedAddress(written: string): string {
  const address = written.trim()
  return /^feed:https?:/i.test(address) ? address.slice(5) : address.replace(/^feed:(?:\/\/)?/i, 'http://')
}

/** The host of an address that can be fetched; null for any other address. */
function hostOf(address: string): string | null {
  if (address.length > 2_000 || refuseAddress(address) !== null) return null
  return new URL(address).hostname.replace(/^www\./, '')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
