import { childrenNamed, type Feed, firstChild, fromAtom, fromRss, textOf } from './feed-entries.ts'
import { parseJsonFeed } from './json-feed.ts'
import { recoverEntries } from './recover-entries.ts'
import { readXmlNodes, resolve, toXmlElement, type XmlElement } from './xml-tree.ts'

/**
 * Parses a feed of any format as plain text: RSS 0.9 to 2.0, RDF, Atom 0.3 and 1.0, CDF, and JSON Feed. A required value that is missing is null;
 * real feeds lack many. Null when it is not a feed. A malformed entry never affects others. Relative addresses are resolved against `xml:base`,
 * otherwise against the page that the feed belongs to (RSS) or `feedUrl`.
 */
export function readFeed(body: string, feedUrl: string): Feed | null {
  const text = body.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return parseJsonFeed(text, feedUrl)
  const document = readXmlNodes(text)
  const recovered = document?.isSound === true ? null : recoverEntries(text)
  const root = recovered?.root ?? document?.roots.find((node) => typeof node !== 'string')
  if (root === undefined) return null
  const feed = readRoot(toXmlElement(root, feedUrl), feedUrl)
  return feed && { ...feed, unreadable: recovered?.unreadable ?? 0 }
}

function readRoot(root: XmlElement, feedUrl: string): Omit<Feed, 'unreadable'> | null {
  switch (root.name) {
    case 'rss': {
      const channel = firstChild(root, 'channel') ?? root
      const inside = childrenNamed(channel, 'item')
      return fromRss(channel, inside.length > 0 ? inside : childrenNamed(root, 'item'), feedUrl)
    }
    case 'rdf':
      return fromRss(firstChild(root, 'channel') ?? root, childrenNamed(root, 'item'), feedUrl)
    case 'feed':
      return fromAtom(root, feedUrl)
    case 'channel':
      return fromCdf(root, feedUrl)
    default:
      return null
  }
}

/** The Channel Definition Format of 1997: addresses and days are attributes. */
function fromCdf(channel: XmlElement, feedUrl: string): Omit<Feed, 'unreadable'> {
  return {
    ...describeElement(channel, feedUrl),
    language: channel.lang,
    entries: childrenNamed(channel, 'item').map((item) => {
      const { title, link, description } = describeElement(item, feedUrl)
      const updated = item.attributes['lastmod'] ?? null
      return { ...fieldsThatCdfLacks, id: link, link, title, summary: description, updated, language: item.lang }
    }),
  }
}

const fieldsThatCdfLacks = { content: null, author: null, published: null }

function describeElement(element: XmlElement, feedUrl: string): Pick<Feed, 'title' | 'link' | 'description'> {
  const { href } = element.attributes
  return {
    title: textOf(firstChild(element, 'title')),
    link: href === undefined ? null : resolve(href, element.base ?? feedUrl),
    description: textOf(firstChild(element, 'abstract')),
  }
}
