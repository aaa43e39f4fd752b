import {
  hasForeignEnd,
  parseXml,
  readXmlNodes,
  resolve,
  toXmlElement,
  type XmlElement,
  type XmlNode,
} from './xml-tree.ts'
import { z } from 'zod'
import { parseLooseJson, parseWithExactIds } from '../text/parse-json.ts'
import { toPlainText, toWebAddress } from '../text/plain-text.ts'
import { firstChild, childrenNamed, type Feed, fromAtom, fromRss, textOf } from './feed-entries.ts'

export interface SplitFeed {
  /** The feed with the readable entries, in order. */
  root: XmlNode
  unreadable: number
}

/** Maximum number of entries of a damaged feed; a server may send a million start tags. */
const maxEntries = 5_000

const entryStart = /<((?:[\w.-]+:)?(?:item|entry))(?=[\s>/])/gi
const section = /<!--|<!\[CDATA\[/g

/**
 * Parses a malformed feed entry by entry, each from its beginning to that of the next one, so that an unclosed element in one cannot swallow the
 * others. Null when there is no entry, or nothing that contains them.
 */
function readEntryByEntry(text: string): SplitFeed | null {
  const { name, starts } = findEntries(text)
  const [first] = starts
  if (name === null || first === undefined) return null
  const head = readXmlNodes(text.slice(0, first))
  const [root] = head?.open ?? []
  if (head === null || root === undefined) return null
  const parent =
    head.open.findLast(({ qualified }) => /^(?:[\w.-]+:)?(?:rss|rdf|feed|channel)$/i.test(qualified)) ?? root
  let unreadable = Math.max(0, starts.length - maxEntries)
  for (const [index, start] of starts.slice(0, maxEntries).entries()) {
    const entry = readEntry(text.slice(start, starts[index + 1]), { name, isLast: index === starts.length - 1 })
    if (entry === null) unreadable += 1
    else parent.children.push(entry)
  }
  return { root, unreadable }
}

/** Where entries begin, except those that are entirely inside a comment or a CDATA section. */
function findEntries(text: string): { name: string | null; starts: number[] } {
  entryStart.lastIndex = 0
  const name = entryStart.exec(text)?.[1] ?? null
  const starts: number[] = []
  if (name === null) return { name, starts }
  const tokens = new RegExp(`${entryStart.source}|${section.source}`, 'gi')
  // From where there is no such end any more, so that a text with nothing but start tags is not searched repeatedly.
  const endless = new Map<string, boolean>()
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    if (match[1] !== undefined) {
      if (match[1] === name) starts.push(match.index)
      continue
    }
    const end = match[0] === '<!--' ? '-->' : ']]>'
    const at = endless.get(end) === true ? -1 : text.indexOf(end, tokens.lastIndex)
    if (at === -1) endless.set(end, true)
    else if (!hasForeignEnd(text.slice(tokens.lastIndex, at))) tokens.lastIndex = at + end.length
  }
  return { name, starts }
}

/** An entry whose fields are all closed; null when one is not, because the end of its text is then unknown. */
function readEntry(written: string, { name, isLast }: { name: string; isLast: boolean }): XmlNode | null {
  const end = `</${name}>`
  const at = [...written.matchAll(new RegExp(`</${name}\\s*>`, 'g'))].at(-1)?.index ?? -1
  // The last one may be truncated.
  if (at === -1 && isLast && !/^<[^<>]*\/>/.test(written)) return null
  const { roots } = readXmlNodes(at === -1 ? written + end : written.slice(0, at) + end) ?? { roots: [] }
  const [entry, ...others] = roots.filter((root) => typeof root !== 'string' || root.trim() !== '')
  if (entry === undefined || typeof entry === 'string' || others.length > 0 || !entry.isClosed) return null
  const isWhole = entry.children.every((child) => typeof child === 'string' || child.isClosed)
  return isWhole ? entry : null
}

const anyText = z.string().nullish().catch(null)
const people = z
  .array(z.object({ name: anyText }))
  .nullish()
  .catch(null)
const feedPerson = z.object({ name: anyText }).nullish().catch(null)
type FeedPerson = NonNullable<z.infer<typeof feedPerson>>
const feedItem = z.object({
  // Version 1.0 allowed ids to be numbers.
  id: z.union([z.string(), z.number()]).nullish().catch(null),
  url: anyText,
  external_url: anyText,
  title: anyText,
  summary: anyText,
  content_html: anyText,
  content_text: anyText,
  date_published: anyText,
  date_modified: anyText,
  author: feedPerson,
  authors: people,
  language: anyText,
})
const jsonFeed = z.object({
  version: z
    .string()
    .startsWith('https://jsonfeed.org/version/')
    .or(z.string().startsWith('http://jsonfeed.org/version/')),
  title: anyText,
  home_page_url: anyText,
  description: anyText,
  language: anyText,
  author: feedPerson,
  authors: people,
  items: z.array(z.unknown()),
})

/** JSON Feed 1.0 and 1.1; null when it is neither. */
export function parseJsonFeed(body: string, feedUrl: string): Feed | null {
  const read = jsonFeed.safeParse(parseLooseJson(body, parseWithExactIds))
  if (!read.success) return null
  const { title, home_page_url: link, description, language, items, author, authors } = read.data
  const nameOf = ({ author: person, authors: all }: { author?: FeedPerson | null; authors?: FeedPerson[] | null }) =>
    all?.[0]?.name ?? person?.name ?? null
  const entries = items.flatMap((value) => feedItem.safeParse(value).data ?? [])
  const base = toWebAddress(link) ?? feedUrl
  const linkOf = (address: string | null | undefined) => (address ? resolve(address, base) : null)
  return {
    title: title ?? null,
    link: link ?? null,
    description: description ?? null,
    language: language ?? null,
    unreadable: items.length - entries.length,
    entries: entries.map((entry) => ({
      id: entry.id === null || entry.id === undefined ? null : String(entry.id),
      link: linkOf(entry.url) ?? linkOf(entry.external_url),
      title: entry.title ?? null,
      summary: entry.summary ?? null,
      content: entry.content_text ?? (entry.content_html ? toPlainText(entry.content_html) || null : null),
      author: nameOf(entry) ?? nameOf({ author, authors }),
      published: entry.date_published ?? null,
      updated: entry.date_modified ?? null,
      language: entry.language ?? null,
    })),
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
      return { ...nothing, id: link, link, title, summary: description, updated, language: item.lang }
    }),
  }
}

const nothing = { content: null, author: null, published: null }

function describeElement(element: XmlElement, feedUrl: string): Pick<Feed, 'title' | 'link' | 'description'> {
  const { href } = element.attributes
  return {
    title: textOf(firstChild(element, 'title')),
    link: href === undefined ? null : resolve(href, element.base ?? feedUrl),
    description: textOf(firstChild(element, 'abstract')),
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

/** An outline of an OPML file that is an item; folders are left out. */
export interface Outline {
  title: string
  /** Address of a feed; null when it has none. */
  xmlUrl: string | null
  /** By name in lower case. */
  attributes: Readonly<Record<string, string>>
}

/** Maximum number of outlines, and maximum nesting. */
const maxOutlines = 5_000
const maxFolderDepth = 20

/** The outlines of an OPML file in order, from all folders; null when it is not OPML. */
export function readOutlines(text: string): Outline[] | null {
  const root = parseXml(text, 'https://opml.invalid/')
  const body = root?.name === 'opml' ? elements(root).find(({ name }) => name === 'body') : undefined
  if (body === undefined) return null
  const outlines: Outline[] = []
  collect(body, outlines, 0)
  return outlines
}

function collect(parent: XmlElement, outlines: Outline[], depth: number): void {
  for (const element of elements(parent)) {
    if (outlines.length >= maxOutlines) return
    if (element.name !== 'outline') continue
    const { attributes } = element
    const title = attributes['title'] ?? attributes['text'] ?? ''
    const xmlUrl = attributes['xmlurl']?.trim() || null
    const isFolder = xmlUrl === null && elements(element).some(({ name }) => name === 'outline')
    if (!isFolder) outlines.push({ title, xmlUrl, attributes })
    if (depth < maxFolderDepth) collect(element, outlines, depth + 1)
  }
}

function elements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string')
}
