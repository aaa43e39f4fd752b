import { z } from 'zod'
import { parseLooseJson, parseWithExactIds } from '../text/parse-json.ts'
import { toPlainText, toWebAddress } from '../text/plain-text.ts'
import type { Feed } from './feed-entries.ts'
import { resolve } from './xml-tree.ts'

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
      content: entry.content_text || (entry.content_html ? toPlainText(entry.content_html) || null : null),
      author: nameOf(entry) ?? nameOf({ author, authors }),
      published: entry.date_published ?? null,
      updated: entry.date_modified ?? null,
      language: entry.language ?? null,
    })),
  }
}
