import { z } from 'zod'

import { parseLooseJson, parseWithExactIds } from '../text/parse-json.ts'
import { toPlainText } from '../text/plain-text.ts'
import { toWebAddress } from '../text/web-address.ts'
import type { Feed } from './feed-entries.ts'
import { resolve } from './xml-tree.ts'

const text = z.string().nullish().catch(null)
const people = z
  .array(z.object({ name: text }))
  .nullish()
  .catch(null)
const person = z.object({ name: text }).nullish().catch(null)
const item = z.object({
  // Version 1.0 allowed ids to be numbers.
  id: z.union([z.string(), z.number()]).nullish().catch(null),
  url: text,
  external_url: text,
  title: text,
  summary: text,
  content_html: text,
  content_text: text,
  date_published: text,
  date_modified: text,
  author: person,
  authors: people,
  language: text,
})
const feed = z.object({
  version: z
    .string()
    .startsWith('https://jsonfeed.org/version/')
    .or(z.string().startsWith('http://jsonfeed.org/version/')),
  title: text,
  home_page_url: text,
  description: text,
  language: text,
  author: person,
  authors: people,
  items: z.array(z.unknown()),
})

/** JSON Feed 1.0 and 1.1; null when it is neither. */
export function parseJsonFeed(body: string, feedUrl: string): Feed | null {
  const read = feed.safeParse(parseLooseJson(body, parseWithExactIds))
  if (!read.success) return null
  const { title, home_page_url: link, description, language, items, author, authors } = read.data
  const nameOf = (entry: Pick<z.infer<typeof item>, 'author' | 'authors'>) =>
    entry.authors?.[0]?.name ?? entry.author?.name ?? null
  const entries = items.flatMap((value) => item.safeParse(value).data ?? [])
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
