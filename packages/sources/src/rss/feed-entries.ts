import { atomTextOf, textOf, wordsOf } from './feed-text.ts'
import { resolve, type XmlElement } from './xml-tree.ts'

/** One entry of a feed of any format, as plain text; null where the feed has no value. */
export interface FeedEntry {
  id: string | null
  /** Absolute where the feed provides a base. */
  link: string | null
  title: string | null
  summary: string | null
  content: string | null
  author: string | null
  /** As written. */
  published: string | null
  updated: string | null
  language: string | null
}

/** A feed of any format, as plain text. */
export interface Feed {
  title: string | null
  link: string | null
  description: string | null
  language: string | null
  entries: FeedEntry[]
  /** Number of entries that are too damaged to find the end of their text. */
  unreadable: number
}

/** The first child with one of these names, tried in this order. A name without a prefix is of the format itself or Atom. */
export function child(element: XmlElement, ...names: string[]): XmlElement | null {
  for (const name of names) {
    const [first] = childrenNamed(element, name)
    if (first !== undefined) return first
  }
  return null
}

export function childrenNamed(element: XmlElement, qualified: string): XmlElement[] {
  const [prefix = '', local = ''] = qualified.includes(':') ? qualified.split(':') : ['', qualified]
  return element.children.filter(
    (one): one is XmlElement =>
      typeof one !== 'string' &&
      one.name === local &&
      (one.space === prefix || (prefix === '' && one.space === 'atom')),
  )
}

/** RSS 0.9 to 2.0 and RDF. `items` are beside the channel in RDF, and inside it elsewhere. */
export function fromRss(channel: XmlElement, items: readonly XmlElement[], feedUrl: string): Omit<Feed, 'unreadable'> {
  const link = linkOf(channel, feedUrl)
  // A feed may be hosted by a service; the links of its entries are relative to its page.
  const site = link !== null && /^https?:/i.test(link) ? link : feedUrl
  const language = wordsOf(child(channel, 'language', 'dc:language')) ?? channel.lang
  return {
    title: textOf(child(channel, 'title', 'dc:title')),
    link,
    description: textOf(
      child(
        channel,
        'description',
        'tagline',
        'subtitle',
        'dc:description',
        'itunes:subtitle',
        'itunes:summary',
        'info',
      ),
    ),
    language: language?.replaceAll('_', '-') ?? null,
    entries: items.map((item) => fromItem(item, site)),
  }
}

function fromItem(item: XmlElement, site: string): FeedEntry {
  const guid = child(item, 'guid', 'id')
  const id = wordsOf(guid) ?? item.attributes['rdf:about'] ?? null
  const isPermalink = guid?.attributes['ispermalink']?.toLowerCase() !== 'false'
  const permalink = isPermalink && id !== null && /^https?:/i.test(id) ? id : null
  const [summary, content] = textsOf(item)
  return {
    id,
    link: linkOf(item, site) ?? permalink,
    title: textOf(child(item, 'title', 'dc:title', 'media:title')),
    summary: textOf(summary),
    content: textOf(content),
    author: authorOf(item),
    published: wordsOf(child(item, 'pubdate', 'published', 'issued', 'dcterms:issued')),
    updated: wordsOf(child(item, 'dc:date', 'updated', 'modified', 'dcterms:modified')),
    language: content === null ? (wordsOf(child(item, 'dc:language')) ?? item.lang) : content.lang,
  }
}

/** The short and the full text: of a summary and a description, the first is the short one. */
function textsOf(item: XmlElement): [XmlElement | null, XmlElement | null] {
  const media = child(item, 'media:group') ?? item
  const whole = child(item, 'content:encoded', 'xhtml:body', 'body', 'content', 'fullitem')
  const description = child(item, 'description', 'dc:description') ?? child(media, 'media:description')
  const short = child(item, 'summary', 'itunes:summary', 'abstract')
  if (short !== null && description !== null && whole === null) {
    const isShortFirst = item.children.indexOf(short) < item.children.indexOf(description)
    return isShortFirst ? [short, description] : [description, short]
  }
  return [description ?? short, whole]
}

/** Atom 0.3 and 1.0. */
export function fromAtom(feed: XmlElement, feedUrl: string): Omit<Feed, 'unreadable'> {
  return {
    title: atomTextOf(child(feed, 'title', 'dc:title')),
    link: linkOf(feed, feedUrl),
    description: atomTextOf(child(feed, 'subtitle', 'tagline', 'info')),
    language: feed.lang ?? wordsOf(child(feed, 'language', 'dc:language')),
    entries: childrenNamed(feed, 'entry').map((entry) => ({
      id: wordsOf(child(entry, 'id', 'guid')),
      link: linkOf(entry, feedUrl),
      title: atomTextOf(child(entry, 'title', 'dc:title')),
      // Video sites put their description into an extension element.
      summary: atomTextOf(
        child(entry, 'summary', 'description') ?? child(child(entry, 'media:group') ?? entry, 'media:description'),
      ),
      content: atomTextOf(child(entry, 'content')),
      author: authorOf(entry) ?? authorOf(feed),
      published: wordsOf(child(entry, 'published', 'issued', 'created', 'pubdate')),
      updated: wordsOf(child(entry, 'updated', 'modified', 'dc:date')),
      language: (child(entry, 'content') ?? entry).lang,
    })),
  }
}

/** An element's own page: Atom's alternate link, or an address as text. */
function linkOf(element: XmlElement, base: string): string | null {
  const links = childrenNamed(element, 'link')
  const addressed = links.filter(({ attributes }) => attributes['href'] !== undefined)
  const alternate = addressed.find(({ attributes }) => /^(alternate)?$/.test(attributes['rel'] ?? ''))
  const written = links.find((link) => link.attributes['href'] === undefined && wordsOf(link) !== null)
  const chosen =
    written ?? alternate ?? addressed.find(({ attributes }) => attributes['rel'] !== 'self') ?? addressed[0]
  if (chosen === undefined) return null
  return resolve(chosen.attributes['href'] ?? wordsOf(chosen) ?? '', chosen.base ?? base)
}

/** A person's name; an e-mail address beside it is removed, unless there is nothing else. */
function authorOf(element: XmlElement): string | null {
  const person = child(element, 'author', 'dc:creator', 'dc:author', 'itunes:author', 'managingeditor')
  if (person === null) return null
  const name = wordsOf(child(person, 'name', 'itunes:name'))
  if (name !== null) return name
  const email = wordsOf(child(person, 'email', 'itunes:email'))
  const text = email ?? textOf(person) ?? ''
  const without = text
    .replace(/[<([]?\s*[\w.+-]+@[\w-]+(\.[\w-]+)*\s*[>)\]]?/, '')
    .replace(/^\s*\(|\)\s*$/g, '')
    .trim()
  return without || text || null
}
