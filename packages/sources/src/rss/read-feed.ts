import { child, childrenNamed, type Feed, fromAtom, fromRss } from './feed-entries.ts'
import { parseJsonFeed } from './json-feed.ts'
import { parseXml, resolve, type XmlElement } from './xml-tree.ts'
import { textOf } from './feed-text.ts'

/** The Channel Definition Format of 1997: addresses and days stand in attributes. */
function fromCdf(channel: XmlElement): Feed {
  return {
    ...describeElement(channel),
    language: channel.lang,
    entries: childrenNamed(channel, 'item').map((item) => {
      const { title, link, description } = describeElement(item)
      const updated = item.attributes['lastmod'] ?? null
      return { ...nothing, id: link, link, title, summary: description, updated, language: item.lang }
    }),
  }
}

const nothing = { content: null, author: null, published: null }

function describeElement(element: XmlElement): Pick<Feed, 'title' | 'link' | 'description'> {
  const { href } = element.attributes
  return {
    title: textOf(child(element, 'title')),
    link: href === undefined ? null : resolve(href, element.base),
    description: textOf(child(element, 'abstract')),
  }
}

/**
 * Reads a feed of any format as plain text: RSS 0.9 to 2.0, RDF, Atom 0.3 and 1.0, CDF, and JSON Feed. What a format
 * requires and a feed lacks is null; feeds in use lack much. Null when it is no feed. Relative addresses are meant from
 * `xml:base`, else from `feedUrl`.
 */
export function readFeed(body: string, feedUrl: string): Feed | null {
  const text = body.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return parseJsonFeed(text)
  const root = parseXml(text, feedUrl)
  switch (root?.name) {
    case 'rss': {
      const channel = child(root, 'channel') ?? root
      const inside = childrenNamed(channel, 'item')
      return fromRss(channel, inside.length > 0 ? inside : childrenNamed(root, 'item'))
    }
    case 'rdf':
      return fromRss(child(root, 'channel') ?? root, childrenNamed(root, 'item'))
    case 'feed':
      return fromAtom(root)
    case 'channel':
      return fromCdf(root)
    case undefined:
    default:
      return null
  }
}
