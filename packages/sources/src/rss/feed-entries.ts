import type { parseFeed } from 'feedsmith'

/** One entry of a feed of any format, as text that may still hold markup. */
export interface FeedEntry {
  id: string | null
  link: string | null
  title: string | null
  body: string | null
  author: string | null
  date: string | null
}

type AnyFeed = ReturnType<typeof parseFeed>

/** The entries of a feed in one shape, whatever its format. */
export function toEntries({ format, feed }: AnyFeed): { language: string | null; entries: FeedEntry[] } {
  switch (format) {
    case 'rss':
      return { language: feed.language ?? null, entries: (feed.items ?? []).map(fromRss) }
    case 'rdf':
      return { language: feed.dc?.languages?.[0] ?? null, entries: (feed.items ?? []).map(fromRdf) }
    case 'atom':
      return { language: feed.xml?.lang ?? null, entries: (feed.entries ?? []).map(fromAtom) }
    case 'json':
    default:
      return { language: feed.language ?? null, entries: (feed.items ?? []).map(fromJson) }
  }
}

type Feed<Format extends AnyFeed['format']> = Extract<AnyFeed, { format: Format }>['feed']
type Item<List> = NonNullable<NonNullable<List>[keyof List & number]>

function fromRss(item: Item<Feed<'rss'>['items']>): FeedEntry {
  const { guid } = item
  const permalink = guid?.isPermaLink === false ? null : guid?.value
  return {
    id: guid?.value ?? null,
    link: item.link ?? (permalink && /^https?:/i.test(permalink) ? permalink : null),
    title: item.title ?? null,
    body: item.content?.encoded ?? item.description ?? null,
    author: personName(item.authors?.[0]) ?? item.dc?.creators?.[0] ?? null,
    date: dateText(item.pubDate ?? item.dc?.dates?.[0]),
  }
}

function fromRdf(item: Item<Feed<'rdf'>['items']>): FeedEntry {
  return {
    id: item.rdf?.about ?? null,
    link: item.link ?? null,
    title: item.title ?? null,
    body: item.content?.encoded ?? item.description ?? null,
    author: item.dc?.creators?.[0] ?? null,
    date: dateText(item.dc?.dates?.[0]),
  }
}

function fromAtom(entry: Item<Feed<'atom'>['entries']>): FeedEntry {
  const links = entry.links ?? []
  const link = links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0]
  return {
    id: entry.id ?? null,
    link: link?.href ?? null,
    title: textOf(entry.title),
    body: textOf(entry.content) ?? textOf(entry.summary),
    author: personName(entry.authors?.[0]),
    date: dateText(entry.published ?? entry.updated),
  }
}

function fromJson(item: Item<Feed<'json'>['items']>): FeedEntry {
  return {
    id: item.id ?? null,
    link: item.url ?? item.external_url ?? null,
    title: item.title ?? null,
    body: item.content_html ?? item.content_text ?? item.summary ?? null,
    author: item.authors?.[0]?.name ?? null,
    date: dateText(item.date_published ?? item.date_modified),
  }
}

/** The parser gives dates as they were written; its types leave that open. */
function dateText(date: unknown): string | null {
  return typeof date === 'string' ? date : null
}

function personName(person: unknown): string | null {
  if (typeof person === 'string') return person
  if (typeof person !== 'object' || person === null || !('name' in person)) return null
  return typeof person.name === 'string' ? person.name : null
}

function textOf(construct: unknown): string | null {
  if (typeof construct === 'string') return construct
  if (typeof construct !== 'object' || construct === null || !('value' in construct)) return null
  return typeof construct.value === 'string' ? construct.value : null
}
