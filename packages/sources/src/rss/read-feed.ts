import { child, childrenNamed, type Feed, fromAtom, fromRss } from './feed-entries.ts'
import { parseJsonFeed } from './json-feed.ts'
import { readEntryByEntry } from './split-entries.ts'
import { readXmlNodes } from './xml-nodes.ts'
import { resolve, toXmlElement, type XmlElement } from './xml-tree.ts'
import { textOf } from './feed-text.ts'

/** The Channel Definition Format of 1997: addresses and days are attributes. */
function fromCdf(channel: XmlElement, feedUrl: string): Omit<Feed, 'unreadable'> {
  return {
    ...describeElement(channel, feedUrl),
    language: channel.lang,
    entries: childrenNamed(channel, 'item').map((item) => {
      const { title, link, description } = describeElement(item, feedUrl)
      const updated = item.attributes['lastmod'] ?? null
      return { ...nothing, id: link, link, title, summary: description, updated, language: item.lang }
    }),
  }
}

const nothing = { content: null, author: null, published: null }

function describeElement(element: XmlElement, feedUrl: string): Pick<Feed, 'title' | 'link' | 'description'> {
  const { href } = element.attributes
  return {
    title: textOf(child(element, 'title')),
    link: href === undefined ? null : resolve(href, element.base ?? feedUrl),
    description: textOf(child(element, 'abstract')),
  }
}

/**
 * Parses a feed of any format as plain text: RSS 0.9 to 2.0, RDF, Atom 0.3 and 1.0, CDF, and JSON Feed. A required value that is missing is null;
 * real feeds lack many. Null when it is not a feed. A malformed entry never affects others. Relative addresses are resolved against `xml:base`,
 * otherwise against the page that the feed belongs to (RSS) or `feedUrl`.
 */
export function readFeed(body: string, feedUrl: string): Feed | null {
  const text = body.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return parseJsonFeed(text, feedUrl)
  const whole = readXmlNodes(text)
  const split = whole?.isSound === true ? null : readEntryByEntry(text)
  const root = split?.root ?? whole?.roots.find((node) => typeof node !== 'string')
  if (root === undefined) return null
  const feed = readRoot(toXmlElement(root, feedUrl), feedUrl)
  return feed && { ...feed, unreadable: split?.unreadable ?? 0 }
}

function readRoot(root: XmlElement, feedUrl: string): Omit<Feed, 'unreadable'> | null {
  switch (root.name) {
    case 'rss': {
      const channel = child(root, 'channel') ?? root
      const inside = childrenNamed(channel, 'item')
      return fromRss(channel, inside.length > 0 ? inside : childrenNamed(root, 'item'), feedUrl)
    }
    case 'rdf':
      return fromRss(child(root, 'channel') ?? root, childrenNamed(root, 'item'), feedUrl)
    case 'feed':
      return fromAtom(root, feedUrl)
    case 'channel':
      return fromCdf(root, feedUrl)
    default:
      return null
  }
}
