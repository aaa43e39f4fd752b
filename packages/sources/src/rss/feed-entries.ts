import { textAsWritten, toPlainText } from '../text/plain-text.ts'
import { parseWholeFeed, resolve, type XmlElement } from './xml-tree.ts'

/**
 * The plain text of an element that contains text: inline markup, escaped markup, CDATA, base64, or plain words. Null when there is none. Without a
 * type it is markup, as in RSS.
 */
export function textOf(element: XmlElement | null): string | null {
  return readText(element, 'html')
}

/** The same for an element of Atom, which is plain text unless its type states otherwise (RFC 4287, 3.1.1); its extensions are not. */
function atomTextOf(element: XmlElement | null): string | null {
  const isAtom = element?.space === '' && element.attributes['mode'] === undefined
  return readText(element, isAtom ? 'text' : 'html')
}

function readText(element: XmlElement | null, usual: 'text' | 'html'): string | null {
  if (element === null) return null
  const { type = usual, mode = '' } = element.attributes
  const hasMarkup = element.children.some((child) => typeof child !== 'string')
  const rawText = element.children.filter((child) => typeof child === 'string').join('')
  if (mode === 'base64' || isBase64(element)) return plain(decodeBase64(rawText))
  // With Atom's `text` and 0.3's text/plain, an angle bracket is literal.
  if (!hasMarkup && isPlainText(type)) return textAsWritten(rawText) || null
  return plain(hasMarkup ? markupOf(element) : rawText)
}

/** The words of an element as written, for addresses, ids and dates. */
export function wordsOf(element: XmlElement | null): string | null {
  if (element === null) return null
  const text = element.children.map((child) => (typeof child === 'string' ? child : (wordsOf(child) ?? ''))).join('')
  return text.trim() || null
}

function plain(markup: string): string | null {
  return toPlainText(markup) || null
}

function isPlainText(type: string): boolean {
  return /^(text|text\/plain|plain)$/i.test(type.trim())
}

/** Atom 1.0 sends anything that is not text as base64. */
function isBase64({ attributes }: XmlElement): boolean {
  const { type = '', mode } = attributes
  return mode === undefined && type.includes('/') && !/^text\/|[+/](xml|html|xhtml)/i.test(type)
}

/** Only text is useful: a picture decodes to characters that no text contains. */
function decodeBase64(text: string): string {
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return decoded.includes('\uFFFD') ? '' : decoded
}

/** Serialises inline markup again: text is escaped, attributes are dropped. */
function markupOf(element: XmlElement): string {
  const parts = element.children.map((child) =>
    typeof child === 'string' ? escape(child) : `<${child.name}>${markupOf(child)}</${child.name}>`,
  )
  return parts.join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

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

/** The channel of a whole RSS feed; null when it is another document, was cut, or says nothing. */
export function readRssChannel(body: string, address: string): XmlElement | null {
  const root = parseWholeFeed(body, address)
  const channel = root?.name === 'rss' ? firstChild(root, 'channel') : null
  return wordsOf(channel) === null ? null : channel
}

/** The first child with one of these names, tried in this order. A name without a prefix is of the format itself or Atom. */
export function firstChild(element: XmlElement, ...names: string[]): XmlElement | null {
  for (const name of names) {
    const [first] = childrenNamed(element, name)
    if (first !== undefined) return first
  }
  return null
}

export function childrenNamed(element: XmlElement, qualified: string): XmlElement[] {
  const [prefix = '', local = ''] = qualified.includes(':') ? qualified.split(':') : ['', qualified]
  return element.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' &&
      child.name === local &&
      (child.space === prefix || (prefix === '' && child.space === 'atom')),
  )
}

/** RSS 0.9 to 2.0 and RDF. `items` are beside the channel in RDF, and inside it elsewhere. */
export function fromRss(channel: XmlElement, items: readonly XmlElement[], feedUrl: string): Omit<Feed, 'unreadable'> {
  const link = linkOf(channel, feedUrl)
  // A feed may be hosted by a service; the links of its entries are relative to its page.
  const site = link !== null && /^https?:/i.test(link) ? link : feedUrl
  const language = wordsOf(firstChild(channel, 'language', 'dc:language')) ?? channel.lang
  return {
    title: textOf(firstChild(channel, 'title', 'dc:title')),
    link,
    description: textOf(
      firstChild(
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
  const guid = firstChild(item, 'guid', 'id')
  const id = wordsOf(guid) ?? item.attributes['rdf:about'] ?? null
  const isPermalink = guid?.attributes['ispermalink']?.toLowerCase() !== 'false'
  const permalink = isPermalink && id !== null && /^https?:/i.test(id) ? id : null
  const [summary, content] = textsOf(item)
  return {
    id,
    link: linkOf(item, site) ?? permalink,
    title: textOf(firstChild(item, 'title', 'dc:title', 'media:title')),
    summary: textOf(summary),
    content: textOf(content),
    author: authorOf(item),
    published: wordsOf(firstChild(item, 'pubdate', 'published', 'issued', 'dcterms:issued')),
    updated: wordsOf(firstChild(item, 'dc:date', 'updated', 'modified', 'dcterms:modified')),
    language: content === null ? (wordsOf(firstChild(item, 'dc:language')) ?? item.lang) : content.lang,
  }
}

/** The short and the full text: of a summary and a description, the first is the short one. */
function textsOf(item: XmlElement): [XmlElement | null, XmlElement | null] {
  const media = firstChild(item, 'media:group') ?? item
  const encoded = firstChild(item, 'content:encoded', 'xhtml:body', 'body', 'content', 'fullitem')
  const description = firstChild(item, 'description', 'dc:description') ?? firstChild(media, 'media:description')
  const short = firstChild(item, 'summary', 'itunes:summary', 'abstract')
  if (short !== null && description !== null && encoded === null) {
    const isShortFirst = item.children.indexOf(short) < item.children.indexOf(description)
    return isShortFirst ? [short, description] : [description, short]
  }
  return [description ?? short, encoded]
}

/** Atom 0.3 and 1.0. */
export function fromAtom(feed: XmlElement, feedUrl: string): Omit<Feed, 'unreadable'> {
  return {
    title: atomTextOf(firstChild(feed, 'title', 'dc:title')),
    link: linkOf(feed, feedUrl),
    description: atomTextOf(firstChild(feed, 'subtitle', 'tagline', 'info')),
    language: feed.lang ?? wordsOf(firstChild(feed, 'language', 'dc:language')),
    entries: childrenNamed(feed, 'entry').map((entry) => ({
      id: wordsOf(firstChild(entry, 'id', 'guid')),
      link: linkOf(entry, feedUrl),
      title: atomTextOf(firstChild(entry, 'title', 'dc:title')),
      // Video sites put their description into an extension element.
      summary: atomTextOf(
        firstChild(entry, 'summary', 'description') ??
          firstChild(firstChild(entry, 'media:group') ?? entry, 'media:description'),
      ),
      content: atomTextOf(firstChild(entry, 'content')),
      author: authorOf(entry) ?? authorOf(feed),
      published: wordsOf(firstChild(entry, 'published', 'issued', 'created', 'pubdate')),
      updated: wordsOf(firstChild(entry, 'updated', 'modified', 'dc:date')),
      language: (firstChild(entry, 'content') ?? entry).lang,
    })),
  }
}

/** An element's own page: Atom's alternate link, or an address as text. */
function linkOf(element: XmlElement, base: string): string | null {
  const links = childrenNamed(element, 'link')
  const addressed = links.filter(({ attributes }) => attributes['href'] !== undefined)
  const alternate = addressed.find(({ attributes }) => /^(alternate)?$/.test(attributes['rel'] ?? ''))
  const textLink = links.find((link) => link.attributes['href'] === undefined && wordsOf(link) !== null)
  const chosen =
    textLink ?? alternate ?? addressed.find(({ attributes }) => attributes['rel'] !== 'self') ?? addressed[0]
  if (chosen === undefined) return null
  return resolve(chosen.attributes['href'] ?? wordsOf(chosen) ?? '', chosen.base ?? base)
}

/** A person's name; an e-mail address beside it is removed, unless there is nothing else. */
function authorOf(element: XmlElement): string | null {
  const person = firstChild(element, 'author', 'dc:creator', 'dc:author', 'itunes:author', 'managingeditor')
  if (person === null) return null
  const name = wordsOf(firstChild(person, 'name', 'itunes:name'))
  if (name !== null) return name
  const email = wordsOf(firstChild(person, 'email', 'itunes:email'))
  const text = email ?? textOf(person) ?? ''
  const without = text
    .replace(/[<([]?\s*[\w.+-]+@[\w-]+(\.[\w-]+)*\s*[>)\]]?/, '')
    .replace(/^\s*\(|\)\s*$/g, '')
    .trim()
  return without || text || null
}
