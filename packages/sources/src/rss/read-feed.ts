import { z } from 'zod'
import { parseLooseJson, parseWithExactIds } from '../text/parse-json.ts'
import { toPlainText, toWebAddress } from '../text/plain-text.ts'
import { type Feed, childrenNamed, firstChild, fromAtom, fromRss, textOf } from './feed-entries.ts'
import { type XmlElement, type XmlNode, hasForeignEnd, readXmlNodes, resolve, toXmlElement } from './xml-tree.ts'

/** Maximum number of entries of a damaged feed; a server may send a million start tags. */
const maxEntries = 5_000

interface RecoveredFeed {
  /** The feed with the readable entries, in order. */
  root: XmlNode
  unreadable: number
}

/**
 * Parses a malformed feed entry by entry, each from its beginning to that of the next one, so that an unclosed element in one cannot swallow the
 * others. Null when there is no entry, or nothing that contains them.
 */
function recoverEntries(text: string): RecoveredFeed | null {
  const starts = findEntryStarts(text)
  const [first] = starts
  if (first === undefined) return null
  const head = readXmlNodes(text.slice(0, first.index))
  const [root] = head?.open ?? []
  if (head === null || root === undefined) return null
  const parent =
    head.open.findLast(({ qualified }) => /^(?:[\w.-]+:)?(?:rss|rdf|feed|channel)$/i.test(qualified)) ?? root
  let unreadable = Math.max(0, starts.length - maxEntries)
  for (const [number, { index, name }] of starts.slice(0, maxEntries).entries()) {
    const next = starts[number + 1]
    const entry = readEntry(text.slice(index, next?.index), { name, isLast: next === undefined })
    if (entry === null) unreadable += 1
    else parent.children.push(entry)
  }
  return { root, unreadable }
}

interface EntryStart {
  index: number
  /** As written: a damaged feed may mix `item` and `Item`. */
  name: string
}

const entryStart = /<((?:[\w.-]+:)?(?:item|entry))(?=[\s>/])/
const commentOrCdataStart = /<!--|<!\[CDATA\[/

/** The start tags of entries, except those that are entirely inside a comment or a CDATA section. All have the name of the first. */
function findEntryStarts(text: string): EntryStart[] {
  const starts: EntryStart[] = []
  const tokens = new RegExp(`${entryStart.source}|${commentOrCdataStart.source}`, 'gi')
  // The ends that no longer occur, so that a text with nothing but start tags is not searched repeatedly.
  const unclosed = new Set<string>()
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const name = match[1]
    if (name !== undefined) {
      if (name.toLowerCase() === (starts[0]?.name ?? name).toLowerCase()) starts.push({ index: match.index, name })
      continue
    }
    const end = match[0] === '<!--' ? '-->' : ']]>'
    const endIndex = unclosed.has(end) ? -1 : text.indexOf(end, tokens.lastIndex)
    if (endIndex === -1) unclosed.add(end)
    else if (!hasForeignEnd(text.slice(tokens.lastIndex, endIndex))) tokens.lastIndex = endIndex + end.length
  }
  return starts
}

/** An entry whose fields are all closed; null when one is not, because the end of its text is then unknown. */
function readEntry(markup: string, { name, isLast }: { name: string; isLast: boolean }): XmlNode | null {
  const end = `</${name}>`
  const endIndex = [...markup.matchAll(new RegExp(`</${name}\\s*>`, 'gi'))].at(-1)?.index ?? -1
  // The last one may be truncated.
  if (endIndex === -1 && isLast && !/^<[^<>]*\/>/.test(markup)) return null
  const { roots } = readXmlNodes(endIndex === -1 ? markup + end : markup.slice(0, endIndex) + end) ?? { roots: [] }
  const [entry, ...others] = roots.filter((root) => typeof root !== 'string' || root.trim() !== '')
  if (entry === undefined || typeof entry === 'string' || others.length > 0 || !entry.isClosed) return null
  const areFieldsClosed = entry.children.every((child) => typeof child === 'string' || child.isClosed)
  return areFieldsClosed ? entry : null
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
  const parsed = jsonFeed.safeParse(parseLooseJson(body, parseWithExactIds))
  if (!parsed.success) return null
  const { title, home_page_url: link, description, language, items, author, authors } = parsed.data
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
      content: entry.content_text || (entry.content_html ? toPlainText(entry.content_html) || null : null),
      author: nameOf(entry) ?? nameOf({ author, authors }),
      published: entry.date_published ?? null,
      updated: entry.date_modified ?? null,
      language: entry.language ?? null,
    })),
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
